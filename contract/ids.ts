import { z } from 'zod'

/** What leaves the server instead of a key: short, opaque, in no order, so that nobody can count or walk members. */
const publicId = z.string().regex(/^[0-9A-Za-z]{14}$/)

export const ProfileId = publicId
export const PhotoId = publicId
export const ConversationId = publicId
export const OrderId = publicId

/** Chosen by the client, one per act: the same act sent twice has one effect. */
export const ClientId = z.uuid()
