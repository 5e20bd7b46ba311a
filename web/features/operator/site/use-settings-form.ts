import { useState } from 'react'
import { changeSettings, getSite, listHistory, listSites } from '#contract/operator/site/calls.ts'
import type { SettingsPatch } from '#contract/operator/site/schemas.ts'
import type { ReplyOf } from '#contract/endpoint.ts'
import { placeErrors, type FormError } from '#web/api/forms/form-errors.ts'
import { useActing } from '#web/features/operator/access/use-acting.ts'
import { useTranslations } from '#web/i18n/intl.tsx'
import { useErrorText } from '#web/i18n/use-error-text.ts'
import { editorOf, settingGroups, type SettingName } from './setting-groups.ts'
import { inputOf, valueOf, type SettingInput } from './setting-values.ts'
import { rowsOf, structureOf, valueOfRows, wrongCells, type Row, type StructuredName } from './structures.ts'

type Site = ReplyOf<typeof getSite>

const names = Object.values(settingGroups).flat()

/** What is typed for settings and not saved; null: the default again. */
type Draft = Partial<Record<SettingName, SettingInput | null>>

/** The form of a site's settings. Only changes are sent, with the version that the editor has seen. */
export function useSettingsForm(site: Site) {
  const t = useTranslations('operator-site')
  const errorText = useErrorText()
  const [draft, setDraft] = useState<Draft>({})
  const [errors, setErrors] = useState<Partial<Record<SettingName, FormError>>>({})
  const { mutate, isPending } = useActing(changeSettings, {
    done: t('saved'),
    changes: [getSite, listSites, listHistory],
  })

  function inputFor(name: SettingName): SettingInput {
    const typed = draft[name]
    if (typed !== undefined && typed !== null) return typed
    const { kind } = editorOf(name)
    const value = site.settings[name]
    const structure = structureOf(name)
    if (structure) return rowsOf(structure, value)
    return kind === 'switch' || kind === 'choices' ? (value as SettingInput) : inputOf(name, value)
  }

  function rowsFor(name: StructuredName) {
    return inputFor(name) as readonly Row[]
  }

  function textFor(name: SettingName) {
    const input = inputFor(name)
    return typeof input === 'string' ? input : ''
  }

  function change(name: SettingName, input: SettingInput | null) {
    setDraft((before) => ({ ...before, [name]: input }))
    setErrors((shown) => ({ ...shown, [name]: undefined }))
  }

  function save() {
    const { patch, broken } = patchOf(draft)
    if (broken.length > 0) return showErrors(broken.map((name) => [name, { code: 'settings.value_invalid' }]))
    const body = { ...patch, expectedVersion: site.version }
    mutate(
      { params: { siteId: site.siteId }, body },
      {
        // What is typed while it is saved stays.
        onSuccess: () => setDraft((typed) => withoutSaved(typed, draft)),
        onError: (error) => showErrors(placeErrors(error, names).fields),
      },
    )
  }

  function showErrors(fields: [SettingName, FormError][]) {
    setErrors(Object.fromEntries(fields))
    const [first] = fields
    if (first) document.querySelector<HTMLElement>(`[data-setting="${CSS.escape(first[0])}"]`)?.scrollIntoView()
  }

  return {
    inputFor,
    rowsFor,
    textFor,
    change,
    save,
    isPending,
    discard: () => {
      setDraft({})
      setErrors({})
    },
    changed: Object.keys(draft).length,
    isOwn: (name: SettingName) => (draft[name] === undefined ? site.own.includes(name) : draft[name] !== null),
    errorOf(name: SettingName) {
      const error = errors[name]
      return error && errorText.ofCode(error.code, error.params)
    },
  }
}

function withoutSaved(typed: Draft, saved: Draft): Draft {
  return Object.fromEntries(Object.entries(typed).filter(([name, input]) => saved[name as SettingName] !== input))
}

/** Returns the values of what was typed, and the settings with rows that are none. */
function patchOf(draft: Draft) {
  const patch: Record<string, unknown> = {}
  const broken: SettingName[] = []
  for (const [key, input] of Object.entries(draft)) {
    const name = key as SettingName
    const structure = structureOf(name)
    if (structure && input !== null) {
      const rows = input as readonly Row[]
      if (wrongCells(structure, rows).size > 0) broken.push(name)
      else patch[name] = valueOfRows(structure, rows)
    } else patch[name] = typeof input === 'string' ? valueOf(name, input) : input
  }
  return { patch: patch as SettingsPatch, broken }
}
