import { z } from 'zod'

/** Replaces internal keys outside the server: opaque and unordered, so members cannot be enumerated. */
const publicId = z
  .string()
  .length(14)
  .regex(/^[0-9A-Za-z]+$/)

export const ProfileId = publicId
export const PhotoId = publicId
/** Of one attempt to verify the photos of a profile. */
export const VerificationId = publicId
export const ConversationId = publicId
export const OrderId = publicId
export const ReportId = publicId
export const ComplaintId = publicId
/** Of a report, a complaint, a decision or a case. */
export const CaseReference = publicId
export const ChatPhotoId = publicId
export const VoiceId = publicId

/** Chosen by the client for each action: the same action sent twice has one effect. */
export const ClientId = z.uuid()
