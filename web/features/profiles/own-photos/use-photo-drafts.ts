import { useState } from 'react'
import { addPhoto, type OwnPhoto } from '#contract/profiles/profiles.ts'
import { call } from '#web/api/call.ts'
import { uploadTransport } from '#web/api/upload-transport.ts'
import { useErrorText } from '#web/i18n/use-error-text.ts'
import { fileProblem, type PixelArea } from './photo-file.ts'
import { useUpdateOwnPhotos } from './use-own-photos.ts'

/** A chosen file before it is a photo. */
export interface PhotoDraft {
  /** Sent with the upload, so that a repeated one adds no second photo. */
  clientId: string
  file: File
  /** The part of the photo that is sent; all of it where none was chosen. */
  area: PixelArea | null
  /** How much is sent, from 0 to 1, or null before the upload. */
  share: number | null
  problem: string | null
  /** The file cannot be a photo, as its type or size shows: it is not sent. */
  isRejected: boolean
}

/** Collects chosen photos and sends them, one after the other, each with its progress. */
export function usePhotoDrafts() {
  const [drafts, setDrafts] = useState<PhotoDraft[]>([])
  const errorText = useErrorText()
  const update = useUpdateOwnPhotos()
  const isSending = drafts.some(({ share }) => share !== null)

  function change(clientId: string, values: Partial<PhotoDraft>) {
    setDrafts((present) => present.map((draft) => (draft.clientId === clientId ? { ...draft, ...values } : draft)))
  }
  const remove = (clientId: string) => setDrafts((present) => present.filter((draft) => draft.clientId !== clientId))

  function add(files: File[]) {
    const added = files.map((file): PhotoDraft => {
      const problem = fileProblem(file)
      const text = problem && (errorText.ofCode(problem.code, problem.params) ?? null)
      return {
        clientId: crypto.randomUUID(),
        file,
        area: null,
        share: null,
        problem: text,
        isRejected: problem !== null,
      }
    })
    setDrafts((present) => [...present, ...added])
  }

  /** Returns how many were added. Those that failed stay, with the reason, and can be sent again. */
  async function send(visibility: OwnPhoto['visibility']) {
    let count = 0
    for (const { clientId, file, area, isRejected } of drafts) {
      if (isRejected) continue
      change(clientId, { share: 0, problem: null })
      try {
        const photo = await photoOf(file, area)
        const transport = uploadTransport((share) => change(clientId, { share }))
        await call(addPhoto, { body: { visibility, clientId } }, { file: photo, transport })
        remove(clientId)
        count += 1
      } catch (error) {
        change(clientId, { share: null, problem: errorText(error) })
      }
    }
    const updated = update()
    // The limit may be another one now, as when premium has ended. Without a network this would not end.
    if (count > 0) await updated
    return count
  }

  return { drafts, add, remove, change, send, isSending }
}

/** Returns the part of an image that becomes the photo, made smaller on the device. */
async function photoOf(file: File, area: PixelArea | null) {
  const { cutPhoto, openPhoto } = await import('./prepare-photo.ts')
  if (area) return cutPhoto(file, area)
  const image = await openPhoto(file)
  const { width, height } = image
  image.close()
  return cutPhoto(file, { x: 0, y: 0, width, height })
}
