import { useTranslations } from '#web/i18n/intl.tsx'
import { photoVisibilities } from '#contract/profiles/photo-visibilities.ts'
import type { OwnPhoto } from '#contract/profiles/schemas.ts'
import { FieldGroup } from '#web/ui/forms/field.tsx'
import { RadioGroup } from '#web/ui/forms/radio-group.tsx'

interface Props {
  label: string
  value: OwnPhoto['visibility']
  onValueChange: (value: OwnPhoto['visibility']) => void
}

/** Chooses who sees a photo; each choice says who that is. */
export function VisibilityField({ label, value, onValueChange }: Props) {
  const t = useTranslations('photos')
  return (
    <FieldGroup label={label}>
      <RadioGroup
        value={value}
        onValueChange={onValueChange}
        options={photoVisibilities.map((visibility) => ({
          value: visibility,
          label: (
            <>
              {t(`visibility.${visibility}`)}
              <span className="block text-sm font-normal text-text-muted">{t(`visibilityHelp.${visibility}`)}</span>
            </>
          ),
        }))}
      />
    </FieldGroup>
  )
}
