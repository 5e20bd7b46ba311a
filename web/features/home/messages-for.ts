/** Returns how many messages some credits pay for, or null where a message costs nothing (CRED-3). */
export function messagesFor(credits: number, messageCredits: number) {
  return messageCredits > 0 ? Math.floor(credits / messageCredits) : null
}
