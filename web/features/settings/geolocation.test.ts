import { describe, expect, test, vi } from 'vitest'
import { currentPosition, followGeolocation, type GeolocationBrowser, type GeolocationState } from './geolocation.ts'

/** A permission whose state the test changes. */
class TestStatus extends EventTarget {
  state: PermissionState = 'prompt'

  change(state: PermissionState) {
    this.state = state
    this.dispatchEvent(new Event('change'))
  }
}

const geolocation = { getCurrentPosition: () => {} }

function browserWith(query: () => Promise<unknown>): GeolocationBrowser {
  return { geolocation, permissions: { query } as never }
}

describe('the state of the permission', () => {
  test('is unsupported without geolocation', () => {
    const states: GeolocationState[] = []
    followGeolocation({}, (state) => states.push(state))
    expect(states).toEqual(['unsupported'])
  })

  test('is unknown where the browser does not tell', async () => {
    const states: GeolocationState[] = []
    followGeolocation({ geolocation }, (state) => states.push(state))
    followGeolocation(
      browserWith(() => Promise.reject(new TypeError('not supported'))),
      (state) => states.push(state),
    )
    await Promise.resolve()
    expect(states).toEqual(['unknown', 'unknown'])
  })

  test('is that of the browser, and follows its changes until it is ended', async () => {
    const status = new TestStatus()
    const states: GeolocationState[] = []
    const end = followGeolocation(
      browserWith(async () => status),
      (state) => states.push(state),
    )
    await vi.waitFor(() => expect(states).toEqual(['unknown', 'prompt']))
    status.change('granted')
    status.change('denied')
    end()
    status.change('granted')
    expect(states).toEqual(['unknown', 'prompt', 'granted', 'denied'])
  })

  test('is not reported when the answer comes after the end', async () => {
    const states: GeolocationState[] = []
    const end = followGeolocation(
      browserWith(async () => new TestStatus()),
      (state) => states.push(state),
    )
    end()
    await Promise.resolve()
    await Promise.resolve()
    expect(states).toEqual(['unknown'])
  })
})

describe('the position', () => {
  const answering = (run: Geolocation['getCurrentPosition']) =>
    currentPosition({ geolocation: { getCurrentPosition: run } })

  test('is that of the device', async () => {
    const position = { coords: { latitude: 52.1, longitude: 5.1 } } as GeolocationPosition
    expect(await answering((succeed) => succeed(position))).toEqual({ lat: 52.1, lon: 5.1 })
  })

  test('is none when it is not allowed or not supported', async () => {
    expect(await answering((_succeed, fail) => fail?.({} as GeolocationPositionError))).toBeNull()
    expect(await currentPosition({})).toBeNull()
  })
})
