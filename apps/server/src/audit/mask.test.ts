import { describe, expect, test } from 'vitest'
import { holdsSecret, MASK, mask, maskContent, maskEcho, maskInPlace, maskValue, secretsIn } from './mask.ts'

describe('secrets are masked', () => {
  test.each([
    // Kinds of keys that say what they are.
    ['export GITHUB_TOKEN=ghp_0123456789abcdefghijABCDEFGHIJ012345', `export GITHUB_TOKEN=ghp_${MASK}`],
    [
      'git clone https://x:ghp_0123456789abcdefghijABCDEFGHIJ012345@github.com/a/b',
      `git clone https://x:${MASK}@github.com/a/b`,
    ],
    ['echo ghp_0123456789abcdefghijABCDEFGHIJ012345', `echo ghp_${MASK}`],
    ['echo github_pat_11ABCDEFG0123456789abcdefghij', `echo github_pat_${MASK}`],
    ['echo sk-ant-api03-abcdefghijklmnop', `echo sk-ant-${MASK}`],
    ['echo sk-proj-abcdefghijklmnop0123', `echo sk-proj-${MASK}`],
    ['echo sk_live_abcdefghij0123456789', `echo sk_live_${MASK}`],
    ['echo AKIAIOSFODNN7EXAMPLE', `echo AKIA${MASK}`],
    ['echo AIzaSyA-0123456789abcdefghijklmnopqrstu', `echo AIza${MASK}`],
    ['echo xoxb-123456789012-abcdefghij', `echo xoxb-${MASK}`],
    ['echo npm_abcdefghijklmnopqrstuvwxyz0123456789', `echo npm_${MASK}`],
    ['echo glpat-abcdefghij0123456789', `echo glpat-${MASK}`],
    ['echo eyJhbGciOiJIUzI1NiJ9.eyJzdWIiOiIxMjM0In0.abcDEF123', `echo eyJ${MASK}`],
    [
      'a -----BEGIN RSA PRIVATE KEY-----\nMIIE\n-----END RSA PRIVATE KEY----- b',
      `a -----BEGIN RSA PRIVATE KEY-----${MASK} b`,
    ],
    ['-----BEGIN PRIVATE KEY-----\nMIIEcut off', `-----BEGIN PRIVATE KEY-----${MASK}`],
    // Headers, addresses, options.
    ['curl -H "Authorization: Bearer abc.def-123" x', `curl -H "Authorization: Bearer ${MASK}" x`],
    ['curl -H "authorization: basic dXNlcjpwYXNz" x', `curl -H "authorization: basic ${MASK}" x`],
    ['curl -H "X-Api-Key: short1" x', `curl -H "X-Api-Key: ${MASK}" x`],
    ['curl -u me:hunter2 x', `curl -u me:${MASK} x`],
    ['psql postgres://me:hunter2@db/x', `psql postgres://me:${MASK}@db/x`],
    ['redis-cli -u redis://:hunter2@h', `redis-cli -u redis://:${MASK}@h`],
    ['deploy --token hunter2 --force', `deploy --token ${MASK} --force`],
    ['deploy --api-key=hunter2', `deploy --api-key=${MASK}`],
    ['deploy --password "two words" x', `deploy --password "${MASK}" x`],
    ['terminal.exec(deploy --token s3cr3t-Value-123)', `terminal.exec(deploy --token ${MASK})`],
    ['sshpass -p hunter2 ssh h', `sshpass -p ${MASK} ssh h`],
    ['mysql -u root -phunter2 db', `mysql -u root -p${MASK} db`],
    // Names that say what they hold.
    ['PGPASSWORD=hunter2 psql', `PGPASSWORD=${MASK} psql`],
    ['DB_PASSWORD: hunter2', `DB_PASSWORD: ${MASK}`],
    ['{"password":"hunter2","user":"me"}', `{"password":"${MASK}","user":"me"}`],
    ["{'clientSecret': 'hunter2'}", `{'clientSecret': '${MASK}'}`],
    ['aws_secret_access_key = wJalrXUtnFEMI/K7MDENG/bPxRfiCYEXAMPLEKEY', `aws_secret_access_key = ${MASK}`],
    ['https://h/x?access_token=abc123&y=1', `https://h/x?access_token=${MASK}&y=1`],
    // Values that hold others.
    ['{"command":"PGPASSWORD=hunter2 psql"}', `{"command":"PGPASSWORD=${MASK} psql"}`],
    ['{"command": PGPASSWORD=hunter2', `{"command": PGPASSWORD=${MASK}`],
    ['env: A=1 x="B_TOKEN=hunter2"', `env: A=1 x="B_TOKEN=${MASK}"`],
    // Looks random.
    ['curl https://h/x?k=Zx8Qm3Lp0Rt7Vb2Ny5Kc9Wd4', `curl https://h/x?k=${MASK}`],
    ['echo dGhpcyBpcyBhIHNlY3JldCBrZXkgMTIz', `echo ${MASK}`],
  ])('%s', (text, masked) => {
    expect(mask(text)).toBe(masked)
    expect(mask(masked)).toBe(masked)
  })
})

describe('what is no secret stays', () => {
  test.each([
    'npm run build',
    'git checkout 0123456789abcdef0123456789abcdef01234567',
    'docker pull x@sha256:0123456789abcdef0123456789abcdef0123456789abcdef0123456789abcdef',
    'cat /home/me/projects/some-long-project-name/src/components/approval-card.tsx',
    'rm -rf node_modules/.cache/very_long_folder_name_1234567890',
    'curl https://example.com/articles/2024/11/15/how-to-reset-your-password',
    'grep -rn "token" src/',
    'echo "password reset mail"',
    'deploy --token $TOKEN',
    'deploy --token "$TOKEN" --password-file /run/x',
    'export TOKEN=${{ secrets.TOKEN }}',
    'const tokenCount = 12',
    'max_tokens=4096',
    'passengers: 3',
    'auth: true',
    'kubectl get secrets -n default',
    'git log --author=me --since=2024-01-01T00:00:00Z',
    '3f2504e0-4f89-11d3-9a0c-0305e82c3301',
    'the-quick-brown-fox-jumps-over-the-lazy-dog',
    'mkdir -p /tmp/a',
    'ThisIsAVeryLongCamelCaseIdentifierForAComponent',
    'AbstractSingletonProxyFactoryBean2',
    'ssh -p 2222 host',
    'mysql -u root -p db',
    'terminal.exec(deploy --token * --force)',
    'allow terminal.exec(PGPASSWORD=* psql *)',
  ])('%s', (text) => {
    expect(mask(text)).toBe(text)
    expect(holdsSecret(text)).toBe(false)
  })
})

describe('names of our own things stay, and only those', () => {
  const hex = '9f3a7c1e0b5d8246a1f9c3e7b02d5f84'
  test.each(['img', 'med', 'thr', 'call'])('%s', (kind) => {
    for (const name of [`${kind}_${hex}`, `${kind}_${hex}${hex}`]) {
      expect(mask(`see ${name}, then go on`)).toBe(`see ${name}, then go on`)
      expect(holdsSecret(name)).toBe(false)
    }
  })

  test.each([
    ['no kind', hex],
    ['another kind', `key_${hex}`],
    ['a longer kind', `aimg_${hex}`],
    ['upper case in the kind', `Img_${hex}`],
    ['upper case in the digits', `img_${hex.toUpperCase()}`],
    ['no underscore', `img${hex}`],
    ['a hyphen', `img-${hex}`],
    ['too short', `img_${hex.slice(1)}`],
    ['too long', `img_${hex}${hex}0`],
    ['a letter that is no digit', `img_${hex}g`],
    ['something after it', `img_${hex}_Zx8Qm3Lp0Rt7`],
    ['something before it', `Zx8Qm3Lp0Rt7_img_${hex}`],
    ['a path around it', `Zx8Qm3Lp0Rt7/img_${hex}`],
  ])('%s', (_what, text) => {
    expect(mask(text)).toBe(MASK)
  })

  test('a name that indicates a secret still hides it', () => {
    expect(mask(`API_TOKEN=img_${hex}`)).toBe(`API_TOKEN=${MASK}`)
    expect(maskValue({ password: `thr_${hex}` })).toEqual({ password: MASK })
  })
})

test('contents of files keep what only looks random', () => {
  const text = '"integrity": "sha512-Zx8Qm3Lp0Rt7Vb2Ny5Kc9Wd4Zx8Qm3Lp0Rt7Vb2Ny5Kc9Wd4=="\npassword=hunter2'
  expect(maskContent(text)).toBe(text.replace('hunter2', MASK))
})

test('what was secret in the arguments is masked where it comes back', () => {
  const secrets = secretsIn('deploy --token hunter2 --key Zx8Qm3Lp0Rt7Vb2Ny5Kc9Wd4 --pin-token a')
  expect(secrets).toEqual(['Zx8Qm3Lp0Rt7Vb2Ny5Kc9Wd4', 'hunter2'])
  expect(maskEcho('using hunter2 and Zx8Qm3Lp0Rt7Vb2Ny5Kc9Wd4 a', secrets)).toBe(
    `using ${MASK} and ${MASK} a`,
  )
})

test('masking in place leaves every other character where it was', () => {
  const text = 'deploy --token hunter2 && curl -u me:pass x'
  expect(maskInPlace(text)).toBe('deploy --token ••••••• && curl -u me:•••• x')
  expect(maskInPlace(text)).toHaveLength(text.length)
})

test('values of objects are masked by their names, at any depth', () => {
  const value = {
    user: 'me',
    password: 'hunter2',
    list: [{ apiKey: 'k', n: 1 }],
    pin_token: 12,
    text: 'PASSWORD=x1',
  }
  expect(maskValue(value)).toEqual({
    user: 'me',
    password: MASK,
    list: [{ apiKey: MASK, n: 1 }],
    pin_token: MASK,
    text: `PASSWORD=${MASK}`,
  })
})

test('long and hostile texts are masked in time', () => {
  const texts = [
    'a'.repeat(200_000),
    'token '.repeat(30_000),
    '"='.repeat(100_000),
    'x://'.repeat(50_000),
    '-----BEGIN PRIVATE KEY-----'.repeat(2000),
    'mysql '.repeat(20_000),
    'a=b:c@'.repeat(30_000),
    'ab='.repeat(60_000),
    `ab="${'cd='.repeat(1000)}" `.repeat(50),
  ]
  const began = performance.now()
  for (const text of texts) mask(text)
  expect(performance.now() - began).toBeLessThan(3000)
})
