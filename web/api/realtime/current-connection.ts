/** The tab's connection, apart from the code that opens it, which only pages of members load. */
interface Connection {
  readonly isCaughtUp: boolean
}

let current: Connection | null = null

/** Whether all that events report is current in this tab: a connection is open and has caught up. */
export const isCaughtUp = () => current?.isCaughtUp ?? false

export function setCurrentConnection(connection: Connection | null) {
  current = connection
}
