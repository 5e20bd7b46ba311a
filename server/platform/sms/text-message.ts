export interface TextMessage {
  /** Internal key of the recipient, by which the messages of an erased account are found. */
  userId: number
  /** In E.164: `+31612345678`. */
  to: string
  text: string
}

/** The service cannot deliver to this number, also not later. */
export class SmsRejection extends Error {}
