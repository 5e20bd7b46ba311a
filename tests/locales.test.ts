import { describe, expect, test } from 'vitest'
import { translatorFor } from '#tests/support/fakes/translator.ts'

/** Texts that the product prescribes word by word. The browser tests find them by key, in any language. */
const prescribed = [
  {
    key: 'errors.accounts.login_failed',
    en: 'Login failed, please try again',
    fr: 'La connexion a échoué, veuillez réessayer',
  },
  {
    key: 'errors.accounts.login_locked',
    values: { minutes: 15 },
    en: 'Too many incorrect attempts, account blocked for 15 min.',
    fr: 'Trop de tentatives incorrectes, compte bloqué pendant 15 min.',
  },
  { key: 'errors.accounts.email_invalid', en: 'Invalid email', fr: 'Adresse e-mail invalide' },
  {
    key: 'errors.accounts.email_taken',
    en: 'This email address already owns an account on this website.',
    fr: 'Un compte existe déjà sur ce site pour cette adresse e-mail.',
  },
  {
    key: 'errors.accounts.link_invalid',
    en: 'Link expired or invalid, request a new email',
    fr: 'Lien expiré ou invalide, demandez un nouvel e-mail',
  },
  {
    key: 'errors.accounts.reset_limit',
    en: 'Too many password reset emails sent, please try again tomorrow.',
    fr: 'Trop d’e-mails de réinitialisation ont été envoyés, veuillez réessayer demain.',
  },
  { key: 'errors.accounts.email_not_found', en: 'E-mail address not found', fr: 'Adresse e-mail introuvable' },
  {
    key: 'errors.accounts.new_email_invalid',
    en: 'New email adress is invalid.',
    fr: 'La nouvelle adresse e-mail est invalide.',
  },
  {
    key: 'errors.accounts.passwords_differ',
    en: 'The entered passwords are not the same.',
    fr: 'Les mots de passe saisis ne sont pas identiques.',
  },
  {
    key: 'errors.accounts.old_password_wrong',
    en: 'Please check your old password.',
    fr: 'Veuillez vérifier votre ancien mot de passe.',
  },
  {
    key: 'accounts.activationFailed.help',
    values: { contact: 'help@example.com' },
    en: 'Something went wrong, please contact help@example.com for help.',
    fr: 'Un problème est survenu, veuillez contacter help@example.com pour obtenir de l’aide.',
  },
  { key: 'errors.part_failed', en: 'An error has occurred.', fr: 'Une erreur est survenue.' },
  { key: 'errors.credits.code_not_found', en: 'Code not found', fr: 'Code introuvable' },
  { key: 'errors.credits.code_used', en: 'Code already used', fr: 'Code déjà utilisé' },
  {
    key: 'payments.result.cardFailed.title',
    en: 'Credit card payment failed',
    fr: 'Le paiement par carte de crédit a échoué',
  },
  {
    key: 'profiles-member.loginToChat',
    en: 'You need to be logged in to chat',
    fr: 'Connectez-vous pour discuter',
  },
  {
    key: 'chat-list.gift.login',
    values: { name: 'Odile' },
    en: 'You need to be logged in to send a gift to Odile',
    fr: 'Connectez-vous pour offrir un cadeau à Odile',
  },
  {
    key: 'deletion.delete.ask',
    en: 'Are you sure you want to delete your account permanently?',
    fr: 'Voulez-vous vraiment supprimer définitivement votre compte\u00a0?',
  },
  { key: 'shell.error.title', en: 'Error', fr: 'Erreur' },
  {
    key: 'shell.error.broken',
    en: 'An error occurred while showing the error page',
    fr: 'Une erreur est survenue lors de l’affichage de la page d’erreur',
  },
  { key: 'accounts.activationFailed.heading', en: 'Activation failed', fr: 'Échec de l’activation' },
  {
    key: 'errors.profiles.birth_date_required',
    values: { min_age: 18 },
    en: 'Enter your date of birth (18+)',
    fr: 'Indiquez votre date de naissance (18 ans et plus)',
  },
  { key: 'errors.profiles.birth_date_invalid', en: 'Invalid date of birth.', fr: 'Date de naissance invalide.' },
  {
    key: 'errors.profiles.name_is_email',
    en: 'Username may not be the same as your e-mail address',
    fr: 'Le pseudo ne peut pas être identique à votre adresse e-mail',
  },
  {
    key: 'errors.profiles.name_starts_with_at',
    en: 'Username may not start with @',
    fr: 'Le pseudo ne peut pas commencer par @',
  },
  {
    key: 'chat.noCredits',
    values: { name: 'Ben' },
    en: 'You do not have enough credits to send this message to Ben.',
    fr: 'Vous n’avez pas assez de crédits pour envoyer ce message à Ben.',
  },
  {
    key: 'errors.moderation.blocked',
    values: { name: 'Ada' },
    en: "You're blocked by Ada. You do not have access to this page.",
    fr: 'Ada a bloqué votre profil. Vous n’avez pas accès à cette page.',
  },
  { key: 'likes.match.title', en: "It's a Match", fr: 'C’est un match' },
  { key: 'errors.debits.code_invalid', en: 'Code invalid', fr: 'Code invalide' },
  {
    key: 'errors.debits.blocked',
    en: 'Your account is blocked for direct debit payments.',
    fr: 'Votre compte est bloqué pour les paiements par prélèvement.',
  },
  {
    key: 'errors.debits.limit_reached',
    en: 'Your limit for direct debit payments has been reached. Please try later, a cheaper package or another payment method.',
    fr: 'Vous avez atteint votre limite pour les paiements par prélèvement. Veuillez réessayer plus tard, ou choisir un pack moins cher ou un autre moyen de paiement.',
  },
  { key: 'payments.result.pending.title', en: 'Processing your payment', fr: 'Votre paiement est en cours' },
  {
    key: 'payments.result.failed.title',
    en: 'Payment failed or has been cancelled.',
    fr: 'Le paiement a échoué ou a été annulé.',
  },
  {
    key: 'payments.result.cancelled.title',
    en: 'Payment failed or has been cancelled.',
    fr: 'Le paiement a échoué ou a été annulé.',
  },
  {
    key: 'profiles.lock.premium',
    en: 'This feature is only available for premium members.',
    fr: 'Cette fonction est réservée aux membres Premium.',
  },
  {
    key: 'profiles.lock.login',
    values: { name: 'Odile' },
    en: 'Login to view more photos of Odile',
    fr: 'Odile a d’autres photos. Connectez-vous pour les voir',
  },
  {
    key: 'profiles-member.loginToLike',
    values: { name: 'Odile' },
    en: "Login to like Odile's profile",
    fr: 'Connectez-vous pour liker Odile',
  },
  { key: 'errors.request.not_found', en: 'This page could not be found', fr: 'Cette page est introuvable' },
  {
    key: 'errors.request.failed',
    en: 'An error occured, please try again later.',
    fr: 'Une erreur est survenue, veuillez réessayer plus tard.',
  },
] as const

describe.each(prescribed)('$key', ({ key, en, fr, ...rest }) => {
  test('has the prescribed text in both languages', () => {
    const values = 'values' in rest ? rest.values : {}
    expect(translatorFor('en')(key, values as never)).toBe(en)
    expect(translatorFor('fr')(key, values as never)).toBe(fr)
  })
})

test.each([
  ['chat.composer.send', 'Send for free', 'Envoyer gratuitement'],
  ['chat-conversation.composer.photo', 'Send a photo for free', 'Envoyer une photo gratuitement'],
] as const)('%s of no credits is free', (key, en, fr) => {
  expect(translatorFor('en')(key, { count: 0 })).toBe(en)
  expect(translatorFor('fr')(key, { count: 0 })).toBe(fr)
})

test('the note on taxes names the rate and the tax, and promises none where there is no one rate', () => {
  const key = 'payments.notes.vat'
  expect(translatorFor('en')(key, { percent: 25.5, vatRate: '25.5%', tax: 'vat' })).toBe(
    'All prices include 25.5% VAT.',
  )
  expect(translatorFor('fr')(key, { percent: 10, vatRate: '10\u00a0%', tax: 'gst' })).toBe(
    'Tous les prix comprennent 10\u00a0% de GST.',
  )
  for (const language of ['en', 'fr'] as const) {
    expect(translatorFor(language)(key, { percent: 0, vatRate: '0%', tax: 'vat' })).not.toMatch(/0|VAT|TVA/)
  }
})
