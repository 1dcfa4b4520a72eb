import { expect, test } from 'vitest'
import { decideText } from '../../testing/decide-text.ts'
import { recipesOf } from './make-recipes.ts'

test.each([
  ['all:\n\t@gcc -c $< -o $@', ['gcc -c ${FILE_OF_RULE} -o ${FILE_OF_RULE}']],
  ['all: ; make test', ['make test']],
  ['X = a b # c\nall:\n\trm $(X) ${X} $X', ['rm a b a b a b']],
  ['X := $(Y)/x\nY = z\nall:\n\trm $(X)', ['rm z/x']],
  ['X = a\nX += b\nall:\n\trm $(X)', ['rm a b']],
  ['all:\n\tfor f in *; do \\\n\t  echo $$f; \\\n\tdone', ['for f in *; do  echo $f;  done']],
  ['all:\n\techo $$(ls) $(shell pwd) $(NAME) $(@D)', ['echo $(ls) $(pwd) ${NAME} ${FILE_OF_RULE}']],
  ['X = $$HOME\nall:\n\techo $(X)', ['echo $HOME']],
  ['all:\n\t$(MAKE) -C sub', ['make -C sub']],
])('%j is %j', (text, commands) => {
  expect(recipesOf(text)).toEqual(commands)
})

test('variables that double each other come to an end', () => {
  const text = `A=${'$(B)'.repeat(500)}\nB=${'$(A)'.repeat(500)}\nall:\n\techo $(A)`
  expect(recipesOf(text).join('').length).toBeLessThan(20_000)
})

const makefile = (text: string): string => `cat > Makefile <<'E'\n${text}\nE\nmake`

test.each([
  ['run', 'all: a.o\n\tgcc -o $@ $^\n%.o: %.c\n\tgcc -c $< -o $@\nclean:\n\trm -rf *.o'],
  ['run', 'out:\n\tcat $< | sort > $@'],
  ['run', 'B=build\nclean:\n\trm -rf $(B)/*'],
  ['run', 'all:\n\tfor d in a b; do \\\n\t\t$(MAKE) -C $$d; \\\n\tdone'],
  ['run', 'all:\n\tdocker run --rm -v $(PWD):/app -w /app node npm test'],
  ['ask', 'all:\n\trm -rf $(HOME)'],
  ['ask', 'all:\n\trm -rf $$HOME'],
  ['ask', 'all:\n\trm -rf $(CURDIR)'],
  ['ask', 'X=/\nall:\n\trm -rf $(X)'],
  ['ask', 'R=rm -rf\nX:=/\nall:\n\t$(R) $(X)'],
  ['ask', "all:\n\techo 'all: ; rm -rf /' > Makefile; make"],
])('P8.1 %s: a Makefile that the text writes, %j', (verdict, text) => {
  expect(decideText('auto', [], makefile(text)).verdict).toBe(verdict)
})

test('a script of a package may start others', () => {
  const scripts = '{"scripts":{"check":"npm run lint && npm test","lint":"eslint .","test":"vitest run"}}'
  const text = `cat > package.json <<'E'\n${scripts}\nE\nnpm run check`
  expect(decideText('auto', [], text).verdict).toBe('run')
})
