import { renderToString } from 'react-dom/server'
import { describe, expect, test } from 'vitest'
import { Alert } from '#web/ui/feedback/alert.tsx'
import { Button } from './button.tsx'
import { RemovableChip, ToggleChip } from './chip.tsx'
import { IconButton } from './icon-button.tsx'
import { RoundButton } from './round-button.tsx'

describe('a button', () => {
  test('does not submit a form by accident', () => {
    expect(renderToString(<Button>Open</Button>)).toContain('type="button"')
    expect(renderToString(<Button type="submit">Send</Button>)).toContain('type="submit"')
  })

  test('that is pending keeps its text and is announced as busy', () => {
    const html = renderToString(<Button isPending>Send</Button>)
    expect(html).toContain('aria-busy="true"')
    expect(html).toContain('aria-disabled="true"')
    expect(html).toContain('Send')
    expect(html).toContain('animate-spin')
  })

  test('that is pending keeps the focus, so it is not disabled', () => {
    expect(renderToString(<Button isPending>Send</Button>)).not.toMatch(/ disabled=/)
  })

  test('can be a link, which has neither a type nor the attribute `disabled`', () => {
    const html = renderToString(
      <Button disabled render={<a href="/login">x</a>}>
        Log in
      </Button>,
    )
    expect(html).toMatch(/^<a href="\/login"/)
    expect(html).toContain('aria-disabled="true"')
    expect(html).not.toMatch(/ (type|disabled)=/)
  })
})

describe('an icon button', () => {
  test('has an accessible name', () => {
    expect(renderToString(<IconButton label="Close">×</IconButton>)).toContain('aria-label="Close"')
  })

  test('is a toggle only where it has a state', () => {
    expect(renderToString(<IconButton label="Close">×</IconButton>)).not.toContain('aria-pressed')
    const off = renderToString(
      <IconButton label="Dark" isPressed={false}>
        ☾
      </IconButton>,
    )
    expect(off).toContain('aria-pressed="false"')
  })
})

describe('a round button', () => {
  test('that is pending keeps its word and shows a wait in place of its icon', () => {
    const html = renderToString(
      <RoundButton icon="●" isPending>
        Record
      </RoundButton>,
    )
    expect(html).toContain('aria-busy="true"')
    expect(html).toContain('Record')
    expect(html).toContain('animate-spin')
    expect(html).not.toContain('●')
    expect(html).not.toMatch(/ disabled=/)
  })
})

describe('chips', () => {
  test('a removable chip is named after what pressing it does', () => {
    const html = renderToString(<RemovableChip removeLabel="Remove filter: Germany">Germany</RemovableChip>)
    expect(html).toContain('aria-label="Remove filter: Germany"')
  })

  test('a chip that can be switched works without scripts', () => {
    const chip = (isPressed: boolean) =>
      renderToString(
        <ToggleChip isPressed={isPressed} onPressedChange={() => {}}>
          Hiking
        </ToggleChip>,
      )
    expect(chip(true)).toMatch(/<input type="checkbox"[^>]* checked=""/)
    expect(chip(false)).not.toContain('checked=""')
  })
})

describe('an alert', () => {
  test('is announced only if it answers an action', () => {
    expect(renderToString(<Alert tone="danger">Failed</Alert>)).not.toContain('role=')
  })

  test.each([
    ['danger', 'alert'],
    ['success', 'status'],
    ['info', 'status'],
  ] as const)('of tone %s is announced as %s', (tone, role) => {
    const html = renderToString(
      <Alert tone={tone} isLive>
        Text
      </Alert>,
    )
    expect(html).toContain(`role="${role}"`)
  })
})
