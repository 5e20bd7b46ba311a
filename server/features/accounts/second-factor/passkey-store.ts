import { PASSKEY_CHALLENGE_MS, PASSKEYS_PER_MEMBER } from '#contract/limits.ts'
import type { Context } from '#server/platform/context.ts'
import { AppError } from '#server/platform/errors.ts'
import type { Queryable, Tx } from '#server/platform/postgres/tx.ts'
import * as ceremony from './passkey-ceremony.ts'
import type { PasskeyPlace } from './passkey-ceremony.ts'
import { PasskeyQueries } from './passkey-queries.ts'

type Deps = { db: Queryable } & Pick<Context, 'clock'>

/** What the browser returns, of which the contract has checked the form. */
export interface PasskeyAnswer {
  id: string
  response: { clientDataJSON: string }
}

type StoredPasskey = Parameters<typeof ceremony.verifyUse>[0]['passkey']

/** The passkeys of members or of operators, with the checks of what authenticators answer. */
export class PasskeyStore<OwnerId extends number | string> extends PasskeyQueries<OwnerId> {
  /** Returns what the owner sees of their passkeys, the oldest first. */
  async list(db: Queryable, ownerId: OwnerId) {
    const rows = await this.findAll(db, ownerId)
    return rows.map(({ id, name, createdAt, lastUsedAt }) => ({
      id,
      name,
      createdAt: createdAt.toISOString(),
      lastUsedAt: lastUsedAt?.toISOString() ?? null,
    }))
  }

  /** Returns the challenge that the next answer must contain. `ownerId`: null at a log-in. */
  async startChallenge({ db, clock }: Deps, { ownerId, rpId }: { ownerId: OwnerId | null; rpId: string }) {
    const { challenge, challengeHash } = ceremony.newChallenge()
    const expiresAt = new Date(clock.now().getTime() + PASSKEY_CHALLENGE_MS)
    await this.insertChallenge(db, { challengeHash, ownerId, rpId, expiresAt })
    return challenge
  }

  /** Returns what the browser needs to log in with whichever passkey the owner chooses. */
  async startLogin(deps: Deps, { rpId }: PasskeyPlace) {
    return ceremony.requestOptions({ rpId, challenge: await this.startChallenge(deps, { ownerId: null, rpId }) })
  }

  /** Checks the answer of a new passkey. @throws AppError `accounts.passkey_failed` */
  async verifyCreation(deps: Deps, input: { ownerId: OwnerId; place: PasskeyPlace; credential: PasskeyAnswer }) {
    const { place, credential } = input
    return ceremony.verifyCreation({ place, credential, challenge: await this.#spendChallenge(deps, input) })
  }

  /**
   * Adds a checked passkey to an account that the caller has locked.
   * @throws AppError `accounts.passkey_limit`, `accounts.passkey_failed` when it was added before
   */
  async add(tx: Tx, passkey: Parameters<PasskeyQueries<OwnerId>['insert']>[1]) {
    if ((await this.findAll(tx, passkey.ownerId)).length >= PASSKEYS_PER_MEMBER)
      throw new AppError('accounts.passkey_limit')
    const id = await this.insert(tx, passkey)
    if (!id) throw new AppError('accounts.passkey_failed')
    return { id, name: passkey.name, createdAt: passkey.createdAt.toISOString(), lastUsedAt: null }
  }

  /**
   * Checks the answer at a log-in: challenge, origin, host, signature, and that the authenticator has
   * verified its user. Returns its count of uses, which `saveUse` compares; null for a wrong answer.
   */
  async verifyLogin(
    deps: Deps,
    input: { passkey: StoredPasskey | undefined; place: PasskeyPlace; credential: PasskeyAnswer },
  ) {
    const { passkey, place, credential } = input
    try {
      const challenge = await this.#spendChallenge(deps, { ownerId: null, place, credential })
      return passkey ? await ceremony.verifyUse({ place, credential, challenge, passkey }) : null
    } catch (error) {
      if (error instanceof AppError && error.code === 'accounts.passkey_failed') return null
      throw error
    }
  }

  /** @throws AppError `request.not_found` */
  async rename(db: Queryable, passkey: { ownerId: OwnerId; id: string; name: string }) {
    if (!(await this.saveName(db, passkey))) throw new AppError('request.not_found')
  }

  /** @throws AppError `request.not_found` */
  async remove(db: Queryable, passkey: { ownerId: OwnerId; id: string }) {
    if (!(await this.delete(db, passkey))) throw new AppError('request.not_found')
  }

  /**
   * Uses up the challenge of an answer and returns it.
   * @throws AppError `accounts.passkey_failed`: unknown, used, expired, or of another account or host
   */
  async #spendChallenge(
    { db, clock }: Deps,
    { ownerId, place, credential }: { ownerId: OwnerId | null; place: PasskeyPlace; credential: PasskeyAnswer },
  ) {
    const { challenge, challengeHash } = ceremony.challengeOf(credential.response)
    const isValid = await this.deleteChallenge(db, { challengeHash, ownerId, rpId: place.rpId, now: clock.now() })
    if (!isValid) throw new AppError('accounts.passkey_failed')
    return challenge
  }
}
