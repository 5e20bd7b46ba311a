/** Returns whether a name is the email address, without regard to case: the name is public and the address is not (PRO-2). */
export function isSameAsEmail({ name, email }: { name: string; email: string }) {
  return name.trim().toLowerCase() === email.trim().toLowerCase()
}
