/** Days of which the numbers are shown. */
export const numberPeriods = ['7', '30', '90'] as const
