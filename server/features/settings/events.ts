import { defineEvent } from '#server/platform/events.ts'

/** An operator changed a site or its company. Other nodes find out by themselves within seconds. */
export const settingsChanged = defineEvent<{ siteId: number }>('settings.changed')
