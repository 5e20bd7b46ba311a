import type { getSite } from '#contract/operator/site/calls.ts'
import type { ReplyOf } from '#contract/endpoint.ts'
import { useMay } from '#web/features/operator/queries.ts'
import { useTranslations } from '#web/i18n/intl.tsx'
import { Button } from '#web/ui/elements/button.tsx'
import { Card } from '#web/ui/elements/card.tsx'
import { BrandPreview } from './brand-preview.tsx'
import { SettingField } from './setting-field.tsx'
import { settingGroups, type SettingGroup } from './setting-groups.ts'
import { useSettingsForm } from './use-settings-form.ts'

/** All settings of a site in groups, with a bar to save what was changed (SET-10). */
export function SettingsForm({ site }: { site: ReplyOf<typeof getSite> }) {
  const t = useTranslations('operator-site')
  const form = useSettingsForm(site)
  const groups = Object.keys(settingGroups) as SettingGroup[]
  return (
    <form
      method="post"
      noValidate
      onSubmit={(event) => {
        event.preventDefault()
        form.save()
      }}
      className="flex flex-col gap-4"
    >
      <nav aria-label={t('groupsLabel')} className="flex flex-wrap gap-3 text-sm">
        {groups.map((group) => (
          <a key={group} href={`#${group}`} className="target font-semibold text-accent-text underline">
            {t(`groups.${group}`)}
          </a>
        ))}
      </nav>
      {groups.map((group) => (
        <GroupCard key={group} group={group} form={form} domain={site.domain} />
      ))}
      {form.changed > 0 && (
        <div className="sticky bottom-0 flex flex-wrap items-center gap-3 border-t border-line bg-surface-raised p-3">
          <span role="status" className="me-auto font-semibold">
            {t('changed', { count: form.changed })}
          </span>
          <Button type="button" variant="ghost" onClick={form.discard}>
            {t('discard')}
          </Button>
          <Button type="submit" isPending={form.isPending}>
            {t('save')}
          </Button>
        </div>
      )}
    </form>
  )
}

interface GroupProps {
  group: SettingGroup
  form: ReturnType<typeof useSettingsForm>
  domain: string
}

function GroupCard({ group, form, domain }: GroupProps) {
  const t = useTranslations('operator-site')
  const may = useMay()
  return (
    <Card render={<section aria-labelledby={group} />}>
      <h2 id={group} className="mb-3 text-lg font-bold">
        {t(`groups.${group}`)}
      </h2>
      <div className="grid items-start gap-x-8 gap-y-5 lg:grid-cols-2">
        {settingGroups[group].map((name) => (
          <div key={name} data-setting={name}>
            <SettingField
              name={name}
              input={form.inputFor(name)}
              error={form.errorOf(name)}
              isOwn={form.isOwn(name)}
              disabled={!may('site.manage')}
              onChange={(input) => form.change(name, input)}
              onReset={() => form.change(name, null)}
            />
          </div>
        ))}
        {group === 'brand' && (
          <BrandPreview
            name={form.textFor('name')}
            logo={form.textFor('logo')}
            index_title={form.textFor('index_title')}
            description={form.textFor('description')}
            domain={domain}
            accent_colour={form.textFor('accent_colour')}
            secondary_colour={form.textFor('secondary_colour')}
          />
        )}
      </div>
    </Card>
  )
}
