import { useState } from 'react'
import * as calls from '#contract/operator/team/calls.ts'
import { operatorRoles, type OperatorRole } from '#contract/operator/permissions.ts'
import type { ListedOperator } from '#contract/operator/team/schemas.ts'
import { useLoaded } from '#web/api/use-cached.ts'
import { useActing } from '#web/features/operator/access/use-acting.ts'
import { useMay } from '#web/features/operator/queries.ts'
import { DataList, type Columns } from '#web/features/operator/ui/data-list.tsx'
import { useFormatter, useTranslations } from '#web/i18n/intl.tsx'
import { Badge } from '#web/ui/elements/badge.tsx'
import { Menu } from '#web/ui/overlays/menu.tsx'
import { Button } from '#web/ui/elements/button.tsx'
import { Select } from '#web/ui/forms/select.tsx'
import { InvitationLink } from './invitation-link.tsx'
import { operatorsQuery } from './queries.ts'

const columns = {
  name: Person,
  role: RoleChoice,
  state: State,
  lastLogin: LastLogin,
  acts: Acts,
} satisfies Columns<ListedOperator>

/** All operators, with what an owner can change about them. */
export function OperatorTable() {
  const t = useTranslations('operator-team')
  const { operators } = useLoaded(operatorsQuery())
  return (
    <DataList
      label={t('title')}
      columns={columns}
      heading={(name) => t(`columns.${name}`)}
      rows={operators}
      rowId={({ id }) => id}
      empty={t('noOperators')}
    />
  )
}

function Person({ name, email }: ListedOperator) {
  return (
    <>
      <span className="block font-semibold">{name}</span>
      <span className="block text-text-muted">{email}</span>
    </>
  )
}

function RoleChoice({ id, name, role }: ListedOperator) {
  const t = useTranslations('operator-team')
  const roleT = useTranslations('operator.roles')
  const may = useMay()
  const { mutate, isPending } = useActing(calls.changeRole, {
    done: t('done.role', { name }),
    changes: [calls.listOperators],
  })
  if (!may('operators.manage')) return roleT(role)
  return (
    <Select
      aria-label={t('roleOf', { name })}
      value={role}
      disabled={isPending}
      options={operatorRoles.map((value) => ({ value, label: roleT(value) }))}
      onChange={({ target: { value } }) =>
        mutate({ params: { operatorId: id }, body: { role: value as OperatorRole } })
      }
      className="w-40"
    />
  )
}

function State({ state, hasSecondFactor }: ListedOperator) {
  const t = useTranslations('operator-team.states')
  const tone = ({ invited: 'warning', active: 'success', disabled: 'plain' } as const)[state]
  return (
    <span className="flex flex-wrap gap-1">
      <Badge tone={tone}>{t(state)}</Badge>
      {state === 'active' && !hasSecondFactor && <Badge tone="warning">{t('noSecondFactor')}</Badge>}
    </span>
  )
}

function LastLogin({ lastLoginAt }: ListedOperator) {
  const format = useFormatter()
  const t = useTranslations('operator-team')
  if (!lastLoginAt) return <span className="text-text-muted">{t('never')}</span>
  return format.dateTime(new Date(lastLoginAt), { dateStyle: 'medium', timeStyle: 'short' })
}

function Acts({ id, name, state }: ListedOperator) {
  const t = useTranslations('operator-team')
  const may = useMay()
  const [link, setLink] = useState<string | null>(null)
  const changes = [calls.listOperators]
  const disable = useActing(calls.disableOperator, { done: t('done.disabled', { name }), changes })
  const enable = useActing(calls.enableOperator, { done: t('done.enabled', { name }), changes })
  const reset = useActing(calls.resetSecondFactor, { done: t('done.reset', { name }), changes })
  const renew = useActing(calls.renewInvitation)
  if (!may('operators.manage')) return null
  const input = { params: { operatorId: id } }
  const action = (label: string, onSelect: () => void) => ({ kind: 'action' as const, label, icon: null, onSelect })
  return (
    <>
      <Menu
        label={t('actsOf', { name })}
        trigger={
          <Button size="sm" variant="outline">
            {t('columns.acts')}
          </Button>
        }
        items={
          state === 'disabled'
            ? [action(t('acts.enable'), () => enable.mutate(input))]
            : [
                action(t('acts.renew'), () => renew.mutate(input, { onSuccess: ({ url }) => setLink(url) })),
                action(t('acts.reset'), () => reset.mutate(input)),
                action(t('acts.disable'), () => disable.mutate(input)),
              ]
        }
      />
      <InvitationLink url={link} name={name} onClose={() => setLink(null)} />
    </>
  )
}
