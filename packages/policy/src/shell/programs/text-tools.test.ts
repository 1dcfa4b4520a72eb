import { expect, test } from 'vitest'
import { factsOf, touched } from './testing/argv.ts'

/** Certainly without effect, holes and globs included where the program has nothing to be turned by. */
const READONLY = `
ls
ls -la "$HOME"
ls $dir
ls -1 packages/*/package.json
ls --color=never -I '*.o' src
pwd -P
whoami
id -u
uname -a
nproc --all
basename "$X"
dirname /a/b
realpath --relative-to=. x
readlink -f node_modules/.bin/tsc
stat -c %s *
du -sh *
df -h .
tree
tree -L 2
tree -a -I 'node_modules|.git' -L 3 --dirsfirst
which -a python3
seq 1 10
sleep 1
expr 1 + 2
printenv PATH
date
date +%s
date +"$FORMAT"
date -u +%Y-%m-%dT%H:%M:%SZ
date -d '2 days ago' +%F
date -r file +%s
date -j -f %s 0 +%F
hostname
hostname -f
cat "$f"
cat *.txt
cat -- -odd
head -5 f
head -n-1 f
head -c 200 data.bin
tail -n +10 f
tail -20f log
wc -l $FILES
cut -d: -f1 /etc/passwd
cut -d ' ' -f 2-
tr -d '\\r'
paste -d, a b
join -t , -1 2 a b
comm -12 a b
nl -ba f
fold -w 80 f
column -t -s, f
sha256sum dist/*
md5sum -c sums
base64 -d f
od -An -tx1 f
xxd f
xxd -l 16 -s 4 f
xxd -r -p
hexdump -C f
strings -n 8 f
sort
sort -t, -k2,2n -u f
sort -nr --parallel=2 src/*.txt
sort -- "$f"
sort -T /tmp f
uniq -c
uniq -c f
uniq "$f"
shuf -n 5 f
iconv -f latin1 -t utf8 f
grep -rn "$X" src
grep -A3 -B3 'class Foo' src/foo.ts
grep -e -x -f p.txt d
grep x *.ts
zgrep x f.gz
rg -n createServer -g '*.ts'
rg -l --hidden API_KEY -g '!node_modules'
rg --files
rg 'foo(.*)' src -A 2
rg -U 'a' src
ag --ts foo src
diff -u a b
diff -ru a b
diff --color=never -U3 a b
diff -y --suppress-common-lines a b
cmp a b
sdiff a b
jq . package.json
jq --arg v 1 '.a' x.json
jq -r --argjson x 1 .a "$f"
yq .a f.yaml
yq -o=json . f.yaml
xmllint --noout f.xml
xmllint --xpath //a f.xml
less README.md
less -N -R f
more f
bat --style=plain f
man ls
man 3 printf
man -k socket
file dist/app
file -b --mime-type src/*
nm -D lib.so
objdump -d a.o
readelf -h a.out
bc -l
tput cols
tput setaf 1
clear
pdftotext a.pdf -
pdfinfo a.pdf
pdfimages -list a.pdf
texcount -inc -sum main.tex
detex a.tex
kpsewhich biblatex.sty
aspell --lang=en --mode=tex list
iotop -b -n 1 -o
nvidia-smi --query-gpu=memory.used --format=csv,noheader
tmux ls
tmux list-panes -a
tmux capture-pane -p -S -100 -t deploy
dot -V
sort --version
rg --help
`

const NOT = `
tree -H .
date -s 2020
date -s2020
date --set=2020-01-01
date --se 2020
date 010100002020
date $X
date -n
hostname x
hostname "$X"
hostname -F f
hostname -b x
domainname x
df --sync
sort "$f"
sort $FLAGS f
sort *.txt
sort src/$X
sort -k1,1 -o x f
sort -k --output=x f
sort --unknown f
sort --key$X f
uniq in out
uniq $X
uniq -c in out
xxd f g
xxd f -l
uniq f -c
xxd -r f g
split f
csplit f 1
rg $X
rg "$PATTERN" src
rg --unknown x
ack -x
ack --output=x y
less +G f
more +/x f
bat cache --build
man ./x.1
xmllint http://evil.example/x.xml
man -u
man -l f
man --local-file f
man -c
man -D
man -d
man -r x ls
file *
file -S x
file --no-sandbox x
ldd a.out
tput init
tput reset
tput -S
tput "$X"
dc f
pdftotext a.pdf
pdftotext a.pdf out.txt
pdfimages a.pdf root
pdfimages -png a.pdf root
kpsewhich -mktex=pk cmr10
kpsewhich -must-exist cmr10
aspell --lang=en check a
iotop
nvidia-smi -pm 1
nvidia-smi -r
tmux ls -F "#(x)"
tmux ls ";" kill-server
tmux capture-pane -t deploy
tmux kill-server
dot -Tsvg a.dot
zdiff a b
`

test.each(lines(READONLY))('read-only: %s', (line) => {
  expect(factsOf(line).notReadonly).toBeUndefined()
  expect(factsOf(line).hazards).toEqual([])
})

test.each(lines(NOT))('not read-only: %s', (line) => expect(factsOf(line).notReadonly).toBeDefined())

test.each([
  ['cat a b', 'read a, read b'],
  ['grep -rn x src', 'read src/**'],
  ['grep -e x a', 'read a'],
  ['grep -f p d', 'read p, read d'],
  ['rg x src', 'read src/**'],
  ['head -n 5 f', 'read f'],
  ['tail -c 5 f', 'read f'],
  ['sort -o out in', 'write out, read in'],
  ['uniq in out', 'read in, write out'],
  ['jq --arg a b .x f', 'read f'],
  ['jq -f prog f', 'read prog, read f'],
  ['jq --slurpfile a file .x f', 'read file, read f'],
  ['diff -r a b', 'read a/**, read b/**'],
  ['ls x', ''],
  ['split -l 5 a out/', 'read a, write out/'],
  ['xxd -r a b', 'read a, write b'],
  ["yq -i '.a' f", 'write f'],
  ['yq eval .a f', 'read f'],
  ['stat x', ''],
])('%s touches %s', (line, expected) => expect(touched(line)).toBe(expected))

function lines(text: string): readonly string[] {
  return text.split('\n').filter((line) => line !== '')
}
