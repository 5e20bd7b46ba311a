import { useEffect, useRef, useState } from 'react'
import { del, get, set, type UseStore } from 'idb-keyval'
import { openDeviceStore } from '#web/api/device-store.ts'
import { useTranslations } from '#web/i18n/intl.tsx'
import { photoUrl } from '#contract/profiles/photo-urls.ts'
import type { OwnProfile } from '#contract/profiles/schemas.ts'
import type { PixelArea } from '#web/features/profiles/own-photos/photo-file.ts'
import { PhotoPicker } from '#web/features/profiles/own-photos/photo-picker.tsx'
import { UploadProgress } from '#web/features/profiles/own-photos/upload-progress.tsx'
import { usePhotoUpload } from '#web/features/profiles/own-photos/use-photo-upload.ts'
import { Button } from '#web/ui/elements/button.tsx'
import { LazyImage } from '#web/ui/media/lazy-image.tsx'
import { SIGNUP_DRAFT_MS } from '#contract/limits.ts'
import { PhotoExamples } from './photo-examples.tsx'
import { CompleteActions, StepActions, type CompleteStepProps } from './step-actions.tsx'

/** Offers to add the first photo; shows it where there is one already. */
export function PhotoStep({ profile, onDone }: CompleteStepProps) {
  const [photo] = profile.photos
  return photo ? (
    <AddedPhoto profile={profile} photo={photo} onDone={onDone} />
  ) : (
    <AddPhoto profile={profile} onDone={onDone} />
  )
}

function AddPhoto({ profile, onDone }: CompleteStepProps) {
  const t = useTranslations('signup.complete')
  const pickerT = useTranslations('profiles.picker')
  const { file, choose, forget } = useStoredPhoto(profile.id)
  const [area, setArea] = useState<PixelArea>()
  const { upload, share, problem, clearProblem } = usePhotoUpload()

  async function send() {
    if (!file || !area || !(await upload({ file, area }))) return
    forget()
    onDone()
  }

  return (
    <>
      {!file && <PhotoExamples />}
      <PhotoPicker
        file={file}
        onFileChange={(chosen) => {
          clearProblem()
          choose(chosen)
        }}
        onAreaChange={setArea}
        problem={problem}
        disabled={share !== null}
      />
      {share !== null && <UploadProgress progress={share} />}
      <p className="text-sm text-text-muted">{t('photoOptional')}</p>
      <CompleteActions onDone={onDone}>
        {file && (
          <Button size="lg" isWide disabled={!area} isPending={share !== null} onClick={() => void send()}>
            {pickerT(problem ? 'retry' : 'use')}
          </Button>
        )}
      </CompleteActions>
    </>
  )
}

interface AddedProps extends Pick<CompleteStepProps, 'profile' | 'onDone'> {
  photo: OwnProfile['photos'][number]
}

function AddedPhoto({ profile, photo, onDone }: AddedProps) {
  const t = useTranslations('signup.complete')
  const profiles = useTranslations('profiles')
  return (
    <>
      <div className="mx-auto w-60 overflow-hidden rounded-lg">
        <LazyImage
          src={photoUrl(photo.id, 'tile')}
          width={3}
          height={4}
          alt={profiles('tile.photoOf', { name: profile.name })}
          preview={photo.preview}
        />
      </div>
      <p className="text-center font-medium">{t('photoAdded')}</p>
      <StepActions>
        <Button size="lg" isWide onClick={onDone}>
          {t('toEnd')}
        </Button>
      </StepActions>
    </>
  )
}

/** The chosen photo, which a reload restores. */
function useStoredPhoto(memberId: string) {
  const [file, setFile] = useState<File | null>(null)
  const isChanged = useRef(false)
  useEffect(() => {
    void readPhotoDraft(memberId).then((stored) => {
      if (!isChanged.current) setFile(stored)
    })
  }, [memberId])
  return {
    file,
    choose(chosen: File | null) {
      isChanged.current = true
      setFile(chosen)
      void (chosen ? savePhotoDraft(memberId, chosen) : deletePhotoDraft(memberId))
    },
    forget: () => void deletePhotoDraft(memberId),
  }
}

let opened: UseStore | undefined

/** The browser's database, which a log-out deletes (`web/features/accounts/stored-data.ts`). */
const store = () => (opened ??= openDeviceStore('photo-drafts', 'photos', () => (opened = undefined)))

interface PhotoDraft {
  file: File
  savedAt: number
}

/** Stores a chosen photo on this device until it is uploaded, so that a reload keeps it. */
async function savePhotoDraft(memberId: string, file: File) {
  await quietly(() => set(memberId, { file, savedAt: Date.now() } satisfies PhotoDraft, store()))
}

/** Returns the photo that the member chose before a reload, or null. */
async function readPhotoDraft(memberId: string): Promise<File | null> {
  const draft: unknown = await quietly(() => get(memberId, store()))
  if (!isPhotoDraft(draft)) return null
  if (Date.now() - draft.savedAt <= SIGNUP_DRAFT_MS) return draft.file
  await deletePhotoDraft(memberId)
  return null
}

async function deletePhotoDraft(memberId: string) {
  await quietly(() => del(memberId, store()))
}

function isPhotoDraft(value: unknown): value is PhotoDraft {
  if (typeof value !== 'object' || value === null) return false
  const { file, savedAt } = value as Record<string, unknown>
  return file instanceof File && typeof savedAt === 'number'
}

/** Private windows may forbid the database, some by throwing when opened. The sign-up works without it. */
async function quietly<Result>(work: () => Promise<Result>) {
  try {
    return await work()
  } catch {
    return undefined
  }
}
