/**
 * A reply that is JSON text already, built by PostgreSQL and sent unchanged: the contract's schema neither
 * parses it nor removes a field. So its statement selects each field by name, and a test compares it with the
 * contract. For the most frequent reads only: docs/decisions/0026-json-from-the-database.md.
 */
export class JsonReply<Reply> {
  /** Only a type: what the text contains. */
  declare readonly contains: Reply
  readonly text: string

  constructor(text: string) {
    this.text = text
  }
}
