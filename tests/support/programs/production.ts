/** The environment variables that production needs to start, with no mail and no payments. */
export const productionEnvironment = {
  SITE_MODE: 'production',
  PUBLIC_URL: 'https://rendezvous.example',
  SMTP_URL: 'none',
  PAYMENT_PROVIDER: 'none',
}
