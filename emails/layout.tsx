import { Body, Button, Container, Head, Heading, Hr, Html, Link, Preview, Section, Text } from '@react-email/components'
import type { ReactNode } from 'react'
import type { Email } from '#contract/emails.ts'
import type { Texts } from './texts.ts'
import { colours, darkStyles, fontFamily } from './theme.ts'

interface Props {
  email: Email
  texts: Texts
  /** Text that mail programs show after the subject in their list. */
  preview: string
  title: string
  /** Why the mail came. Default: the address was used on the site. */
  why?: string
  children: ReactNode
}

/** Renders what every mail has: site name, title, greeting and footer. */
export function Layout({ email: { language, site, props }, texts: { t }, preview, title, why, children }: Props) {
  return (
    <Html lang={language} dir="ltr">
      <Head>
        <meta name="viewport" content="width=device-width, initial-scale=1" />
        <meta name="color-scheme" content="light dark" />
        <meta name="supported-color-schemes" content="light dark" />
        <title>{title}</title>
        <style>{darkStyles}</style>
      </Head>
      <Body className="ground" style={{ margin: 0, padding: '24px 12px', backgroundColor: colours.ground, fontFamily }}>
        <Preview>{preview}</Preview>
        <Container style={{ maxWidth: 520 }}>
          <Text style={{ margin: '0 0 16px', padding: '0 8px', fontSize: 20, fontWeight: 700 }}>
            <Link className="accent-text" href={site.url} style={{ color: colours.accentText, textDecoration: 'none' }}>
              {site.name}
            </Link>
          </Text>
          <Section className="card" style={{ padding: '32px 28px', backgroundColor: colours.card, borderRadius: 20 }}>
            <Heading as="h1" className="text" style={{ margin: '0 0 16px', fontSize: 24, color: colours.text }}>
              {title}
            </Heading>
            <Paragraph>
              {'name' in props && props.name ? t('layout.greeting', { name: props.name }) : t('layout.greetingAny')}
            </Paragraph>
            {children}
          </Section>
          <Section style={{ padding: '20px 8px 0' }}>
            <Small>{why ?? t('layout.why', { site: site.name })}</Small>
            {site.supportEmail && <Small>{t('layout.help', { email: site.supportEmail })}</Small>}
            {site.company && <Small>{site.company}</Small>}
          </Section>
        </Container>
      </Body>
    </Html>
  )
}

export function Paragraph({ children }: { children: ReactNode }) {
  return (
    <Text className="text" style={{ margin: '0 0 16px', fontSize: 16, lineHeight: '24px', color: colours.text }}>
      {children}
    </Text>
  )
}

export function Small({ children }: { children: ReactNode }) {
  return (
    <Text className="muted" style={{ margin: '0 0 8px', fontSize: 13, lineHeight: '20px', color: colours.muted }}>
      {children}
    </Text>
  )
}

/** A link in a `Small`. */
export function SmallLink({ href, children }: { href: string; children: string }) {
  return (
    <Link className="accent-text" href={href} style={{ color: colours.accentText }}>
      {children}
    </Link>
  )
}

/** The main link of a mail, as a button that is large enough for touch. */
export function Action({ href, children }: { href: string; children: string }) {
  return (
    <Button
      href={href}
      style={{
        margin: '8px 0 24px',
        padding: '14px 28px',
        borderRadius: 9999,
        backgroundColor: colours.accent,
        color: colours.onAccent,
        fontSize: 16,
        fontWeight: 600,
      }}
    >
      {children}
    </Button>
  )
}

interface PlainLinkProps {
  href: string
  texts: Texts
  /** What the link is for. Default: it replaces the button. */
  label?: string
}

/** An address as text, for mail programs that show no buttons. */
export function PlainLink({ href, texts: { t }, label = t('layout.link') }: PlainLinkProps) {
  return (
    <>
      <Small>{label}</Small>
      <Text style={{ margin: '0 0 16px', fontSize: 13, lineHeight: '20px', wordBreak: 'break-all' }}>
        <Link className="accent-text" href={href} style={{ color: colours.accentText }}>
          {href}
        </Link>
      </Text>
    </>
  )
}

export function Divider() {
  return <Hr className="line" style={{ margin: '8px 0 20px', borderColor: colours.line }} />
}
