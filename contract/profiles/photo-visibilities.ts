/**
 * Who sees a photo other than the main one: `public` and `private` premium members, `private` also free
 * members who unlocked it, `on_request` only members with the owner's grant (PRO-5, PRO-6, PRO-17).
 */
export const photoVisibilities = ['public', 'private', 'on_request'] as const
