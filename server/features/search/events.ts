import { defineEvent } from '#server/platform/events.ts'

/** Members went online or offline, on any node. A listener checks who may know it (CHAT-16). */
export const presenceChanged = defineEvent<{ userIds: readonly number[]; isOnline: boolean }>('presence.changed')
