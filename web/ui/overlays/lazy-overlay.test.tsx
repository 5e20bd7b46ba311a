import { renderToString } from 'react-dom/server'
import { expect, test, vi } from 'vitest'
import { lazyOverlay } from './lazy-overlay.tsx'

interface Props {
  open: boolean
  title: string
}

function Popup({ open, title }: Props) {
  return <p>{open ? title : 'closed'}</p>
}

function fixture() {
  const load = vi.fn<() => Promise<typeof Popup>>(async () => Popup)
  return { load, Overlay: lazyOverlay(load) }
}

test('an overlay that never opened renders nothing and loads no code', () => {
  const { load, Overlay } = fixture()
  expect(renderToString(<Overlay open={false} title="Hello" />)).toBe('')
  expect(load).not.toHaveBeenCalled()
})

test('an overlay that opens loads its code once and renders it with its props', async () => {
  const { load, Overlay } = fixture()
  renderToString(<Overlay open title="Hello" />)
  await vi.waitFor(() => expect(renderToString(<Overlay open title="Hello" />)).toContain('<p>Hello</p>'))
  expect(load).toHaveBeenCalledOnce()
})
