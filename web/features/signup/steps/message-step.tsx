import { useWatch } from 'react-hook-form'
import { useTranslations } from '#web/i18n/intl.tsx'
import { photoUrl } from '#contract/profiles/photo-urls.ts'
import { FictionalLabel } from '#web/features/profiles/tiles/fictional-label.tsx'
import { useSettings } from '#web/features/settings/use-settings.ts'
import { cx } from '#web/ui/cx.ts'
import { Field } from '#web/ui/forms/field.tsx'
import { Textarea } from '#web/ui/forms/textarea.tsx'
import { Avatar } from '#web/ui/media/avatar.tsx'
import type { Signup } from '../use-signup.ts'

/** Asks for the first message to the member from whose profile the visitor came. It can stay empty. */
export function MessageStep({ signup: { form, target, message, setMessage } }: { signup: Signup }) {
  const t = useTranslations('signup')
  const { message_length: maxLength } = useSettings()
  const name = useWatch({ control: form.control, name: 'name' })
  if (!target) return null
  // Once there is a name, the card is the visitor's own.
  const isOnCard = name.trim() === ''
  return (
    <>
      {/* Beside the card, which says the same, only for screen readers; a warning stays. */}
      <div className={cx('flex items-center gap-4', isOnCard && !target.isFictional && 'lg:in-[.beside-card]:sr-only')}>
        <Avatar
          name={target.name}
          src={target.photo && photoUrl(target.photo.id, 'tile')}
          preview={target.photo?.preview}
          size="xl"
          isDecorative
        />
        <div className="min-w-0">
          <p className="text-lg font-bold wrap-anywhere">
            {target.name}, {target.age}
          </p>
          <p className="text-text-muted">{target.region}</p>
          <FictionalLabel member={target} hasWarning />
        </div>
      </div>
      <Field label={t('fields.message', { name: target.name })} isLabelHidden description={t('fields.messageHelp')}>
        <Textarea
          name="signup_message"
          rows={3}
          maxRows={6}
          maxLength={maxLength}
          value={message}
          onChange={({ currentTarget }) => setMessage(currentTarget.value)}
        />
      </Field>
    </>
  )
}
