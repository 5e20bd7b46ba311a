import { expect, test } from 'vitest'
import { operatorLoginPath, targetOfLogin } from './login-target.ts'

test.each(['/operator', '/operator/audit?act=logged_in', '/operator/members/abc'])(
  'the log-in leads back to %s',
  (path) => {
    const search = new URLSearchParams(operatorLoginPath(path).split('?')[1])
    expect(targetOfLogin(search)).toBe(path)
  },
)

test.each(['//evil.example', 'https://evil.example', '/members', '/operator/login', '/operatorx', '/operator\\evil'])(
  'the log-in does not lead to %s',
  (target) => {
    expect(targetOfLogin(new URLSearchParams({ target }))).toBe('/operator')
    expect(operatorLoginPath(target)).toBe('/operator/login')
  },
)
