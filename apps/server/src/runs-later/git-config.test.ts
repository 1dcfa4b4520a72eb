import { describe, expect, test } from 'vitest'
import { readGitConfig, riskySettings } from './git-config.ts'

test('sections, subsections, comments, quotes and joined lines are read as git reads them', () => {
  const text =
    '[core]\n\tbare = false ; no\n# x\n[remote "a b\\"c"]\n\turl = "https://example.com/#x"\n[branch.main] merge = refs/\\\nheads/main\n[x]\n\tflag\n'
  expect(readGitConfig(text)?.map(({ key, value }) => `${key}=${value}`)).toEqual([
    'core.bare=false',
    'remote.a b"c.url=https://example.com/#x',
    'branch.main.merge=refs/heads/main',
    'x.flag=true',
  ])
})

describe('what can start a program, or leads elsewhere', () => {
  test.each([
    '[core]\n hooksPath = x',
    '[CORE]\n HOOKSPATH = x',
    '[core] fsmonitor = ./x',
    '[core]\n\tpager = x',
    '[core]\n\teditor = x',
    '[core]\n\tsshCommand = x',
    '[core]\n\tgitProxy = x',
    '[core]\n\taskPass = x',
    '[core]\n\tworktree = /home/ana',
    '[core]\n\tattributesFile = x',
    '[core]\n\talternateRefsCommand = x',
    '[alias]\n\tst = !x',
    '[include]\n\tpath = x',
    '[includeIf "gitdir:/"]\n\tpath = x',
    '[filter "x"]\n\tclean = x',
    '[diff "x"]\n\ttextconv = x',
    '[diff]\n\texternal = x',
    '[merge "x"]\n\tdriver = x',
    '[mergetool "x"]\n\tcmd = x',
    '[credential]\n\thelper = !x',
    '[gpg]\n\tprogram = x',
    '[gpg "ssh"]\n\tdefaultKeyCommand = x',
    '[sequence]\n\teditor = x',
    '[remote "o"]\n\turl = ext::sh -c x',
    '[remote "o"]\n\turl = -oProxyCommand=x',
    '[remote "o"]\n\tuploadpack = x',
    '[remote "o"]\n\tvcs = x',
    '[url "ext::x"]\n\tinsteadOf = https://',
    '[protocol "ext"]\n\tallow = always',
    '[submodule "x"]\n\tupdate = !x',
    '[trailer "x"]\n\tcommand = x',
    '[browser "x"]\n\tcmd = x',
    '[uploadpack]\n\tpackObjectsHook = x',
    '[core\n\tfsmonitor = x',
    'fsmonitor = x',
    '[core]\n\tbare = false\n\tfsmonitor \\\n= x',
    '[branch "x"]\n\tmerge = $(x)',
    '[http]\n\tproxy = x',
    '[safe]\n\tdirectory = *',
  ])('%j', (text) => expect(riskySettings(text)).not.toEqual([]))
})

describe('what ordinary work writes', () => {
  test.each([
    '[core]\n\trepositoryformatversion = 0\n\tfilemode = true\n\tbare = false\n\tlogallrefupdates = true\n\tignorecase = true',
    '[user]\n\tname = Ana (a; b) #1\n\temail = ana@example.com',
    '[remote "origin"]\n\turl = git@example.com:x/y.git\n\tfetch = +refs/heads/*:refs/remotes/origin/*',
    '[remote "o"]\n\turl = ../remote.git',
    '[remote "o"]\n\turl = https://ana@example.com:8443/x/y',
    '[branch "feature/x"]\n\tremote = origin\n\tmerge = refs/heads/feature/x\n\trebase = true',
    '[submodule "lib"]\n\turl = https://example.com/lib\n\tactive = true\n\tupdate = rebase',
    '[extensions]\n\tworktreeConfig = true',
    '[pull]\n\trebase = true\n[push]\n\tautoSetupRemote = true\n[color]\n\tui = auto',
    '',
  ])('%j', (text) => expect(riskySettings(text)).toEqual([]))

  test('the work tree of a submodule, in its own repository only', () => {
    const text = '[core]\n\tworktree = ../../../lib'
    expect(riskySettings(text, { isModule: true })).toEqual([])
    expect(riskySettings(text)).not.toEqual([])
  })
})
