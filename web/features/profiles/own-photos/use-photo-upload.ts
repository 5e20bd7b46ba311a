import { useRef, useState } from 'react'
import { addPhoto } from '#contract/profiles/calls.ts'
import type { OwnPhoto } from '#contract/profiles/schemas.ts'
import { call } from '#web/api/call.ts'
import { uploadTransport } from '#web/api/upload-transport.ts'
import { useErrorText } from '#web/i18n/use-error-text.ts'
import type { PixelArea } from './photo-file.ts'
import { cutPhoto } from './prepare-photo.ts'
import { useUpdateOwnPhotos } from './use-own-photos.ts'

interface Upload {
  file: File
  /** The part of the photo to upload. */
  area: PixelArea
  visibility?: OwnPhoto['visibility']
}

/** Shrinks and uploads a photo. `share` is the sent part of it, from 0 to 1, or null while idle. */
export function usePhotoUpload() {
  const update = useUpdateOwnPhotos()
  const errorText = useErrorText()
  const [share, setShare] = useState<number | null>(null)
  const [problem, setProblem] = useState<string>()
  // A photo whose reply was lost is stored: the same id keeps a second try from adding it again (PRO-26).
  const clientIds = useRef(new WeakMap<File, string>())

  /** Returns whether the photo is stored; `problem` then says why not, and it can be called again. */
  async function upload({ file, area, visibility = 'public' }: Upload) {
    setProblem(undefined)
    setShare(0)
    const clientId = clientIds.current.get(file) ?? crypto.randomUUID()
    clientIds.current.set(file, clientId)
    try {
      const photo = await cutPhoto(file, area)
      await call(addPhoto, { body: { visibility, clientId } }, { file: photo, transport: uploadTransport(setShare) })
      await update()
      return true
    } catch (error) {
      setProblem(errorText(error))
      return false
    } finally {
      setShare(null)
    }
  }

  return { upload, share, problem, clearProblem: () => setProblem(undefined) }
}
