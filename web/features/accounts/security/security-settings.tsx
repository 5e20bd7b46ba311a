import { PasskeySettings } from './passkey-settings.tsx'
import { PasswordSettings } from './password-settings.tsx'
import { SecondFactorSettings } from './second-factor-settings.tsx'
import { SessionSettings } from './session-settings.tsx'

/** Password, passkeys, codes and devices of the member. */
export function SecuritySettings() {
  return (
    <>
      <PasswordSettings />
      <PasskeySettings />
      <SecondFactorSettings />
      <SessionSettings />
    </>
  )
}
