/** The pages of the settings, in the order of their rows. Each is `/notifications/{name}`. */
export const settingsSections = [
  'account',
  'notifications',
  'privacy',
  'verification',
  'safety',
  'blocked',
  'payments',
  'appearance',
  'help',
  'data',
] as const
/** The same in groups: what is the member's own, who they meet, and the rest. */
export const settingsGroups = [
  settingsSections.slice(0, 3),
  settingsSections.slice(3, 6),
  settingsSections.slice(6),
] as const satisfies readonly (readonly SettingsSectionName[])[]
export type SettingsSectionName = (typeof settingsSections)[number]

export function isSettingsSection(name: string | undefined): name is SettingsSectionName {
  return (settingsSections as readonly (string | undefined)[]).includes(name)
}

/** Returns the page to which a fragment leads: mails contain those of one page of all settings. Else null. */
export function sectionOfFragment(hash: string): SettingsSectionName | null {
  const name = hash.replace(/^#/, '')
  if (name === 'security') return 'account'
  return isSettingsSection(name) ? name : null
}
