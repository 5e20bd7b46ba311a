/** A valid form of a member in the Netherlands, without its code. */
export const debitForm = {
  holder: 'Zoë Müller',
  iban: 'NL91 ABNA 0417 1643 00',
  street: 'Oudegracht',
  houseNumber: '12b',
  zip: '3511 AB',
  city: 'Utrecht',
  phone: '06 12345678',
  authorization: true,
} as const
