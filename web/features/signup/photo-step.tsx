import type { ReactNode } from 'react'
import { href, Link } from 'react-router'
import { useTranslations } from 'use-intl'
import { PHOTO_MAX_BYTES } from '#contract/limits.ts'
import { Checkbox } from '#web/ui/forms/checkbox.tsx'
import { Field } from '#web/ui/forms/field.tsx'
import { FileDrop } from '#web/ui/forms/file-drop.tsx'
import type { Signup } from './use-signup.ts'

/** The first photo, which can wait, and the consent, which cannot. */
export function PhotoStep({ signup: { form, photo, photoProblem, choosePhoto } }: { signup: Signup }) {
  const t = useTranslations('signup')
  return (
    <>
      <Field label={t('fields.photo')} hint={t('fields.photoOptional')} error={photoProblem}>
        <FileDrop
          label={photo ? t('fields.photoChange') : t('fields.photoChoose')}
          hint={t('fields.photoHelp', { megabytes: PHOTO_MAX_BYTES / 1024 / 1024 })}
          accept="image/jpeg,image/png,image/webp"
          files={photo ? [photo] : []}
          onFilesChange={([file]) => choosePhoto(file ?? null)}
          removeLabel={(name) => t('fields.photoRemove', { name })}
        />
      </Field>
      <Checkbox
        {...form.register('consent')}
        label={t.rich('fields.consent', { terms: (words) => <InNewTab to={href('/terms')}>{words}</InNewTab> })}
        description={t.rich('fields.consentHelp', {
          privacy: (words) => <InNewTab to={href('/privacy')}>{words}</InNewTab>,
        })}
        error={form.errorOf('consent')}
      />
    </>
  )
}

/** What has been filled in stays in this one. */
function InNewTab({ to, children }: { to: string; children: ReactNode }) {
  return (
    <Link to={to} target="_blank" className="font-semibold text-accent-text underline">
      {children}
    </Link>
  )
}
