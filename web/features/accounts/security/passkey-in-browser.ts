import type {
  PublicKeyCredentialCreationOptionsJSON,
  PublicKeyCredentialRequestOptionsJSON,
} from '@simplewebauthn/browser'

/** Loaded when a passkey is first used: most visits never do. */
const library = () => import('@simplewebauthn/browser')

export function canUsePasskeys() {
  return typeof PublicKeyCredential === 'function'
}

/** Returns whether the browser offers passkeys in the list of known addresses below the email field. */
export async function canOfferPasskeys() {
  return canUsePasskeys() && ((await PublicKeyCredential.isConditionalMediationAvailable?.()) ?? false)
}

/** Asks the device to create a passkey. Returns the parts that the server reads. */
export async function createPasskey(options: { challenge: string }) {
  const { startRegistration } = await library()
  // Made by the server's half of the same library.
  const optionsJSON = options as unknown as PublicKeyCredentialCreationOptionsJSON
  const { id, rawId, type, response } = await startRegistration({ optionsJSON })
  const { clientDataJSON, attestationObject, transports } = response
  const parts = { clientDataJSON, attestationObject, ...(transports && { transports: [...transports] }) }
  return { id, rawId, type, clientExtensionResults: {}, response: parts }
}

/**
 * Asks for one of the member's passkeys: in a dialog of the browser or, with `isOffered`, in the list below
 * the email field, which waits for the choice.
 */
export async function askForPasskey(options: { challenge: string }, { isOffered }: { isOffered: boolean }) {
  const { startAuthentication } = await library()
  // Made by the server's half of the same library.
  const optionsJSON = options as unknown as PublicKeyCredentialRequestOptionsJSON
  const { id, rawId, type, response } = await startAuthentication({ optionsJSON, useBrowserAutofill: isOffered })
  const { clientDataJSON, authenticatorData, signature, userHandle } = response
  const parts = { clientDataJSON, authenticatorData, signature, ...(userHandle && { userHandle }) }
  return { id, rawId, type, clientExtensionResults: {}, response: parts }
}

/** Ends an offer that waits. */
export async function stopOffering() {
  if (!canUsePasskeys()) return
  const { WebAuthnAbortService } = await library()
  WebAuthnAbortService.cancelCeremony()
}

/** Returns why the browser has no passkey to send. People cancel, so most of these are no faults. */
export function passkeyProblem(error: unknown) {
  const name = error instanceof Error ? error.name : ''
  if (name === 'InvalidStateError') return 'exists' as const
  return name === 'NotSupportedError' ? ('unsupported' as const) : ('cancelled' as const)
}
