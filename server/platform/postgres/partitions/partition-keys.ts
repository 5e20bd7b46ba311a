/** Tables that an operator can partition (docs/operations.md), and the column that chooses the partition. */
export const partitionKeys = { messages: 'conversation_id', credit_ledger: 'user_id' } as const

export type PartitionedTable = keyof typeof partitionKeys

export const partitionedTables = Object.keys(partitionKeys) as PartitionedTable[]

/** A statement that cannot tell the partition from its parameters is planned for, and locks, all of them. */
export const PARTITIONS = 8
