import { expect, test } from 'vitest'
import { factsOf, spelled } from './testing/argv.ts'

test.each([
  'gh pr list',
  'gh run view 1',
  'gh issue list --limit 5',
  'gh repo view a/b',
  'gh api user',
  'gh api repos/a/b/pulls --paginate --jq .[].title',
  'gh api -X GET search/issues -f q=x',
  'gh pr diff 4 --name-only',
  'gh pr checks 4 --required --watch',
  'gh issue list --milestone v1',
  'gh run list -s failure -w ci.yml',
  'gh workflow view ci.yml --yaml',
  'gh release list --exclude-drafts',
  'gh repo list a --source -l go',
  'gh gist view x --raw -f a.txt',
  'gh search code x --language ts',
  'gh cache list --key npm-',
  'gh secret list --org a',
  'gh project list --owner a',
  'gh ruleset list --org a',
  'gh status -e a/b',
  'gh codespace list',
])('%s asks the service and changes nothing', (line) =>
  expect(factsOf(line)).toMatchObject({ query: true, hazards: [] }),
)

test.each([
  'gh api -X POST user',
  'gh api --method=DELETE x',
  'gh api x -f a=b',
  'gh api x -F a=b',
  'gh api x --input f',
  'gh api graphql',
  'gh api https://x.example/y',
  'gh api',
  'gh auth token',
  'gh pr merge 1',
  'gh repo delete a/b',
  'gh config get oauth_token',
  'gh config get "$X"',
  'gh attestation download a.tgz',
  'gh codespace ssh',
  'gh pr view 1 --web',
  'gh workflow list -a -w',
  'gh search code x -w',
])('%s is more than a query', (line) =>
  expect(factsOf(line).notReadonly).toMatchObject({ because: 'not-readonly' }),
)

test.each(['gh --version', 'gh help', 'gh -h', 'gh alias list', 'gh config get editor', 'gh extension list'])(
  '%s does not',
  (line) => expect(factsOf(line).notReadonly).toBeUndefined(),
)

test.each([
  ['gh pr list --limit 5', 3],
  ['gh -R a/b pr list', 3],
  ['gh api user', 0],
  ['gh extension exec x', -1],
  ['gh alias set x y', -1],
  ['gh secret set X', -1],
  ['gh auth token', -1],
  ['gh browse', 0],
])('%s is defined by %i words', (line, arity) => expect(factsOf(line).arity).toBe(arity))

test.each([
  ['gh release upload v1 f', ['send-files', 'publish']],
  ['gh release create v1', ['send-files', 'publish']],
  ['gh gist create f', ['send-files', 'publish']],
  ['gh repo create x', ['publish']],
  ['gh api x -F a=@f', ['send-files']],
  ['gh api x --field a=@f', ['send-files']],
  ['gh api x --input f', ['send-files']],
  ['gh api x -F a=b', []],
  ['gh pr list', []],
])('%s: %j', (line, traits) => expect(factsOf(line).traits).toEqual(traits))

test.each([
  'gh pr create --title "$T" --body "$B" --base main',
  'gh pr create -t x -b "$(cat body.md)"',
  'gh pr edit 12 --add-label "$L"',
  'gh pr comment 12 --body "$B"',
  'gh pr merge 12 --squash --subject "$S"',
  'gh issue create --title "$T" --body "$B"',
  'gh issue close 3 --comment "$C"',
  'gh release create v1 --notes "$N"',
  'gh workflow run ci.yml --ref "$B"',
  'gh label create x --description "$D"',
])('P7.8 %s: what an option takes as its value is no option', (line) =>
  expect(factsOf(line).hazards).toEqual([]),
)

test.each(['gh pr create --title x "$B"', 'gh pr create --fill "$B"', 'gh pr ready "$B"'])(
  'P7.8 %s: another word may be one',
  (line) => expect(factsOf(line).hazards).not.toEqual([]),
)

test('the repository may stand anywhere', () => {
  expect(spelled('gh -R a/b pr merge 1')).toBe('gh pr merge 1')
  expect(spelled('gh pr -R a/b merge 1')).toBe('gh pr merge 1')
  expect(factsOf('gh run list -w ci.yml').hazards).toEqual([])
})
