/** Largest number that the columns for sequence numbers and credits can hold: the maximum of PostgreSQL's `integer`. */
export const INTEGER_MAX = 2 ** 31 - 1
