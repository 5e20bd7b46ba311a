import type { ReactNode } from 'react'
import { href, Link } from 'react-router'
import { useTranslations } from 'use-intl'
import { PHOTO_MAX_MEGABYTES } from '#contract/limits.ts'
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
        label={t.rich('fields.consent', { terms: (chunks) => <InNewTab to={href('/terms')}>{chunks}</InNewTab> })}
        description={t.rich('fields.consentHelp', {
          privacy: (chunks) => <InNewTab to={href('/privacy')}>{chunks}</InNewTab>,
        })}
        error={form.errorOf('consent')}
      />
    </>
  )
}

/** A link that keeps the form open, so that nothing entered is lost. */
function InNewTab({ to, children }: { to: string; children: ReactNode }) {
  return (
    <Link to={to} target="_blank" className="font-semibold text-accent-text underline">
      {children}
    </Link>
  )
}
