/**
 * A reply that is JSON text already, because PostgreSQL built it. It is sent as it is: the contract's schema neither
 * parses it nor removes a field. So the statement must select each field by name, and a test must compare its replies with
 * the contract. For the most frequent reads only. See docs/decisions/0026-json-from-the-database.md.
 */
export class JsonReply<Reply> {
  /** Only a type: what the text contains. */
  declare readonly contains: Reply
  readonly text: string

  constructor(text: string) {
    this.text = text
  }
}
