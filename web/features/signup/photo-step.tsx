import { useTranslations } from 'use-intl'
import { PHOTO_MAX_MEGABYTES } from '#contract/limits.ts'
import { ConsentHelp, ConsentText } from '#web/features/accounts/consent-text.tsx'
import { PHOTO_FILE_TYPES } from '#web/features/profiles/photo-file-types.ts'
import { Checkbox } from '#web/ui/forms/checkbox.tsx'
import { Field } from '#web/ui/forms/field.tsx'
import { FileDrop } from '#web/ui/forms/file-drop.tsx'
import type { Signup } from './use-signup.ts'

/** Third step: the first photo, which is optional, and the consent. */
export function PhotoStep({ signup: { form, photo } }: { signup: Signup }) {
  const t = useTranslations('signup')
  return (
    <>
      <Field label={t('fields.photo')} hint={t('fields.photoOptional')} error={photo.problem}>
        <FileDrop
          label={photo.file ? t('fields.photoChange') : t('fields.photoChoose')}
          hint={t('fields.photoHelp', { megabytes: PHOTO_MAX_MEGABYTES })}
          accept={PHOTO_FILE_TYPES}
          files={photo.file ? [photo.file] : []}
          onFilesChange={([file]) => photo.choose(file ?? null)}
          removeLabel={(name) => t('fields.photoRemove', { name })}
        />
      </Field>
      <Checkbox
        {...form.register('consent')}
        label={<ConsentText />}
        description={<ConsentHelp />}
        error={form.errorOf('consent')}
      />
    </>
  )
}
