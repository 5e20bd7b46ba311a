import { useMutation } from '@tanstack/react-query'
import { useEffect, useState } from 'react'
import { useErrorToast } from '#web/api/use-error-toast.ts'
import { onWorkerMessage } from '#web/api/worker-messages.ts'
import { useSettings } from '#web/features/settings/use-settings.ts'
import { useUser } from '#web/features/accounts/use-user.ts'
import { syncPush, turnPushOff, turnPushOn } from './push.ts'
import { readLastPush, readPushState, type PushState } from './push-state.ts'

/** Push messages in this browser: the state, null until it is read, and the function that switches them. */
export function usePush() {
  const key = useSettings().push_public_key
  const memberId = useUser()?.profile.id ?? ''
  const [state, setState] = useState<PushState | null>(null)
  const onError = useErrorToast()

  useEffect(() => {
    let isGone = false
    const show = (read: PushState) => void (isGone || setState(read))
    void readPushState(globalThis, memberId).then(async (read) => {
      show(read)
      // What fails here is tried again the next time.
      await syncPush(globalThis, { key, memberId }).then(show, () => {})
    })
    return () => {
      isGone = true
    }
  }, [key, memberId])

  const { mutateAsync, isPending } = useMutation({
    mutationFn: (isOn: boolean) =>
      isOn ? turnPushOn(globalThis, { key, memberId }) : turnPushOff(globalThis, memberId),
    onSuccess: setState,
    onError,
  })

  /** Returns the state that is reached; null after an error, which is shown. */
  const turn = (isOn: boolean) => mutateAsync(isOn).catch(() => null)
  return { state, isPending, turn }
}

/** When the last push message came to this browser; null before the first one. */
export function useLastPush() {
  const [lastPush, setLastPush] = useState<Date | null>(null)
  useEffect(() => {
    const read = () => void readLastPush(globalThis).then(setLastPush)
    read()
    return onWorkerMessage('push received', read)
  }, [])
  return lastPush
}
