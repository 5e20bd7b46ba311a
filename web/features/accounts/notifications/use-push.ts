import { useMutation } from '@tanstack/react-query'
import { useEffect, useState } from 'react'
import { useErrorToast } from '#web/api/use-error-toast.ts'
import { useSettings } from '#web/features/settings/use-settings.ts'
import { useUser } from '#web/features/accounts/use-user.ts'
import { renewPush, turnPushOff, turnPushOn } from './push.ts'
import { readPushState, type PushState } from './push-state.ts'

/** Push messages in this browser: the state, null until it is read, and the function that switches them. */
export function usePush() {
  const key = useSettings().push_public_key
  const memberId = useUser()?.profile.id ?? ''
  const [state, setState] = useState<PushState | null>(null)
  const onError = useErrorToast()

  useEffect(() => {
    let isGone = false
    void readPushState(globalThis, memberId).then((read) => {
      if (!isGone) setState(read)
      // What fails here is tried again the next time.
      return read === 'subscribed' ? renewPush(globalThis, memberId).catch(() => {}) : undefined
    })
    return () => {
      isGone = true
    }
  }, [memberId])

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
