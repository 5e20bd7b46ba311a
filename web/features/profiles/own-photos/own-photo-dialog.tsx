import { useState } from 'react'
import { useTranslations } from '#web/i18n/intl.tsx'
import { PHOTO_CAPTION_MAX_LENGTH } from '#contract/limits.ts'
import type { OwnPhoto } from '#contract/profiles/schemas.ts'
import { useErrorText } from '#web/i18n/use-error-text.ts'
import { Button } from '#web/ui/elements/button.tsx'
import { FormProblem } from '#web/ui/feedback/form-problem.tsx'
import { Field } from '#web/ui/forms/field.tsx'
import { TextInput } from '#web/ui/forms/text-input.tsx'
import { Dialog } from '#web/ui/overlays/lazy-overlay.tsx'
import { useChangePhoto } from './use-own-photos.ts'
import { VisibilityField } from '#web/features/profiles/form/visibility-field.tsx'

interface Props {
  photo: OwnPhoto
  open: boolean
  onOpenChange: (open: boolean) => void
}

/** Edits the caption of a photo and who sees it. */
export function OwnPhotoDialog({ photo, open, onOpenChange }: Props) {
  const t = useTranslations('photos')
  const common = useTranslations('common')
  return (
    <Dialog open={open} onOpenChange={onOpenChange} title={t('editTitle')} closeLabel={common('close')}>
      <PhotoFields key={String(open)} photo={photo} onDone={() => onOpenChange(false)} />
    </Dialog>
  )
}

function PhotoFields({ photo, onDone }: { photo: OwnPhoto; onDone: () => void }) {
  const t = useTranslations('photos')
  const common = useTranslations('common')
  const errorText = useErrorText()
  const [caption, setCaption] = useState(photo.caption)
  const [visibility, setVisibility] = useState(photo.visibility)
  const { mutateAsync: change, isPending, error, variables } = useChangePhoto(photo.id)
  const problem = error ? errorText(error) : undefined
  const isOfCaption = variables !== undefined && 'caption' in variables

  async function save() {
    try {
      if (caption !== photo.caption) await change({ caption })
      if (visibility !== photo.visibility) await change({ visibility })
      onDone()
    } catch {
      // The mutation holds the error.
    }
  }

  return (
    <form
      className="flex flex-col gap-5"
      onSubmit={(event) => {
        event.preventDefault()
        void save()
      }}
    >
      <FormProblem>{isOfCaption ? undefined : problem}</FormProblem>
      <Field label={t('caption')} description={t('captionHelp')} error={isOfCaption ? problem : undefined}>
        <TextInput
          dir="auto"
          value={caption}
          maxLength={PHOTO_CAPTION_MAX_LENGTH}
          onChange={({ currentTarget }) => setCaption(currentTarget.value)}
        />
      </Field>
      {photo.isMain ? (
        <p className="text-sm text-text-muted">{t('mainHelp')}</p>
      ) : (
        <VisibilityField label={t('whoSeesOne')} value={visibility} onValueChange={setVisibility} />
      )}
      <Button type="submit" isPending={isPending}>
        {common('save')}
      </Button>
    </form>
  )
}
