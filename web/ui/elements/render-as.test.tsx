import { renderToString } from 'react-dom/server'
import { expect, test, vi } from 'vitest'
import { renderAs } from './render-as.ts'

test('without another element the default one is rendered', () => {
  expect(renderToString(renderAs({ defaultTagName: 'button', props: { type: 'button', children: 'Go' } }))).toBe(
    '<button type="button">Go</button>',
  )
})

test('another element has its own properties and the classes and children of both', () => {
  const link = renderAs({ render: <p id="x" className="own" />, props: { className: 'ours', children: 'Go' } })
  expect(renderToString(link)).toBe('<p id="x" class="own ours">Go</p>')
  const named = renderAs({ render: <b title="own">Own</b>, props: { title: 'ours' } })
  expect(renderToString(named)).toBe('<b title="own">Own</b>')
})

test('the handlers of both are called, the one of the element first', () => {
  const calls: string[] = []
  const element = renderAs({
    render: (
      <button type="button" onClick={() => calls.push('own')}>
        Go
      </button>
    ),
    props: { onClick: () => calls.push('ours') },
  })
  ;(element.props as { onClick: () => void }).onClick()
  expect(calls).toEqual(['own', 'ours'])
})

test('the references of both are given the element', () => {
  const [ours, own] = [vi.fn<(element: unknown) => void>(), { current: null as unknown }]
  const element = renderAs({ render: <b ref={own as never} />, ref: ours, props: {} })
  ;(element.props as { ref: (element: unknown) => void }).ref('element')
  expect(ours).toHaveBeenCalledWith('element')
  expect(own.current).toBe('element')
})
