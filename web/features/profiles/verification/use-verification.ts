import { useQueryClient, useSuspenseQuery } from '@tanstack/react-query'
import { useState } from 'react'
import type { ReplyOf } from '#contract/endpoint.ts'
import { requestPose, type getVerification, sendSelfie, withdrawSelfie } from '#contract/profiles/verification-calls.ts'
import type { PoseRequest } from '#contract/profiles/verification-schemas.ts'
import { call } from '#web/api/call.ts'
import { uploadTransport } from '#web/api/upload-transport.ts'
import { cutPhoto, openPhoto } from '#web/features/profiles/own-photos/prepare-photo.ts'
import { useErrorText } from '#web/i18n/use-error-text.ts'
import { verificationQuery } from './queries.ts'

/**
 * The verification of the viewer, its pose, and what can be done about it. `progress` is the sent part of the
 * selfie, from 0 to 1, or null.
 */
export function useVerification() {
  const client = useQueryClient()
  const { verification } = useSuspenseQuery(verificationQuery()).data
  const errorText = useErrorText()
  const [poseRequest, setPoseRequest] = useState<PoseRequest | null>(null)
  const [problem, setProblem] = useState<string>()
  const [isPending, setIsPending] = useState(false)
  const [progress, setProgress] = useState<number | null>(null)

  async function run(act: () => Promise<ReplyOf<typeof getVerification> | null>) {
    setProblem(undefined)
    setIsPending(true)
    try {
      const reply = await act()
      if (reply) client.setQueryData(verificationQuery().queryKey, reply)
    } catch (error) {
      setProblem(errorText(error))
    } finally {
      setIsPending(false)
      setProgress(null)
    }
  }

  return {
    verification,
    poseRequest,
    problem,
    isPending,
    progress,
    newPose: () =>
      run(async () => {
        setPoseRequest((await call(requestPose, {})).poseRequest)
        return null
      }),
    send: (selfie: File, { id }: PoseRequest) =>
      run(async () => {
        const file = await shrink(selfie)
        const reply = await call(sendSelfie, { body: { id } }, { file, transport: uploadTransport(setProgress) })
        setPoseRequest(null)
        return reply
      }),
    withdraw: () => run(() => call(withdrawSelfie, {})),
  }
}

/** Makes the whole image smaller, on the device. */
async function shrink(selfie: File) {
  const image = await openPhoto(selfie)
  const { width, height } = image
  image.close()
  return cutPhoto(selfie, { x: 0, y: 0, width, height })
}
