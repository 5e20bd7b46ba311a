import { defineEvent } from '#server/platform/events.ts'

/** A site or its company changed, on this node. Other nodes find the change when they refresh (SET-4). */
export const settingsChanged = defineEvent<{ siteId: number }>('settings.changed')
