import { describe, expect, test } from 'vitest'
import { foldTexts } from './fold-texts.ts'

describe('P7.21 texts that code puts together from constants', () => {
  test.each([
    [`f("a" + "b")`, `f("ab")`],
    [`f('a' + "b" + 'c')`, `f("abc")`],
    [`f("a" . "b")`, `f("ab")`],
    [`f("a" .. "b")`, `f("ab")`],
    [`f("a" "b")`, `f("ab")`],
    [`f(" ".join(["a", "b"]))`, `f("a b")`],
    [`f(join(" ", "a", "b"))`, `f("a b")`],
    [`f(implode("-", ["a", "b"]))`, `f("a-b")`],
    [`f(["a", "b"].join(" "))`, `f("a b")`],
    [`f(table.concat({"a", "b"}, " "))`, `f("a b")`],
    [`f(sprintf("%s %s", "a", "b"))`, `f("a b")`],
    [`f("%s %d" % ("a", 5))`, `f("a 5")`],
    [`f("{1} {0}".format("a", "b"))`, `f("b a")`],
    [`f(chr(97))`, `f("a")`],
    [`f(97.chr)`, `f("a")`],
    [`f(String.fromCharCode(97, 98))`, `f("ab")`],
    [`bytes([97, 98, 99, 100])`, `bytes("abcd")`],
    [`f([97, 98, 99, 100])`, `f([97, 98, 99, 100])`],
    [`f("\\x61\\142")`, `f("ab")`],
    [`unhexlify("616263")`, `unhexlify("abc")`],
    [`f("616263")`, `f("616263")`],
    [`f("cba"[::-1])`, `f("abc")`],
    [`f(os.path.join("/a", "b"))`, `f("/a/b")`],
    [`f(os.path.join("/a", "/b"))`, `f("/b")`],
    [`a = "x"; f(a)`, `a = "x"; f("x")`],
    [`a = "x"\na += "y"\nf(a)`, `a = "x"\na = "xy"\nf("xy")`],
    [`a = "x"; a = g(); f(a)`, `a = "x"; a = g(); f(a)`],
    [`$a = "x"; f("$a y")`, `$a = "x"; f("x y")`],
    [`a = "x"; f("#{a} y")`, `a = "x"; f("x y")`],
    ['const a = "x"; f(`${a} y`)', 'const a = "x"; f(`x y`)'],
    // What is not there stays as it is.
    [`f("%s %s", a)`, `f("%s %s", a)`],
    [`f(a + "b")`, `f(a + "b")`],
    [`print 1 + 2`, `print 1 + 2`],
    [``, ``],
  ])('%j becomes %j', (code, folded) => {
    expect(foldTexts(code)).toEqual({ text: folded, whole: true })
  })
})
