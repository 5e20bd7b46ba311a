import { describe, expect, test, vi } from 'vitest'
import { cameraProblem, hasCamera, stopCamera } from './camera.ts'

const devices = (...kinds: string[]) => ({ enumerateDevices: async () => kinds.map((kind) => ({ kind })) as never })

describe('a camera', () => {
  test('is there when a device is one', async () => {
    expect(await hasCamera(devices('audioinput', 'videoinput'))).toBe(true)
    expect(await hasCamera(devices('audioinput', 'audiooutput'))).toBe(false)
  })

  test('is not there where the browser does not tell', async () => {
    expect(await hasCamera(undefined)).toBe(false)
    expect(await hasCamera({ enumerateDevices: () => Promise.reject(new Error('no')) })).toBe(false)
  })

  test('that fails is not allowed, or does not start', () => {
    expect(cameraProblem(new DOMException('no', 'NotAllowedError'))).toBe('denied')
    expect(cameraProblem(new DOMException('busy', 'NotReadableError'))).toBe('failed')
    expect(cameraProblem(new TypeError('no'))).toBe('failed')
  })

  test('is switched off with all its tracks', () => {
    const tracks = [{ stop: vi.fn<() => void>() }, { stop: vi.fn<() => void>() }]
    stopCamera({ getTracks: () => tracks as never })
    for (const { stop } of tracks) expect(stop).toHaveBeenCalledOnce()
  })
})
