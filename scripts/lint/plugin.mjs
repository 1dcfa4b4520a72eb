// Our own lint rules (time and randomness come from ports, every escape from the types has its reason). Loaded by oxlint as a plugin; see
// .oxlintrc.json.

const plugin = {
  meta: { name: 'countersign' },
  rules: {
    'no-hidden-clock': {
      create: (context) => ({
        MemberExpression(node) {
          const name = memberName(node)
          if (CLOCKS.has(name)) context.report({ node, message: hiddenClock(name) })
        },
        NewExpression(node) {
          if (isName(node.callee, 'Date') && node.arguments.length === 0) {
            context.report({ node, message: hiddenClock('new Date()') })
          }
        },
        ImportSpecifier(node) {
          if (CHANCE.has(node.imported.name)) {
            context.report({ node, message: hiddenClock(node.imported.name) })
          }
        },
      }),
    },

    'explain-escape': {
      create: (context) => {
        const explained = linesWithComments(context.sourceCode)
        const check = (what) => (node) => {
          const { start, end } = node.loc
          if (!explained.has(start.line) && !explained.has(end.line)) {
            context.report({
              node,
              message: `${what} goes round the type checker: prove it, or say why on the same line`,
            })
          }
        }
        const asserted = check('`as`')
        return {
          TSAsExpression: (node) => (isConst(node.typeAnnotation) ? undefined : asserted(node)),
          TSNonNullExpression: check('`!`'),
        }
      },
    },

    'no-raw-colour': {
      create: (context) => {
        const check = (node, text) => {
          if (typeof text === 'string' && RAW_COLOUR.test(text)) {
            context.report({ node, message: 'a raw colour: use a token, so that every theme can change it' })
          }
        }
        return {
          Literal: (node) => check(node, node.value),
          TemplateElement: (node) => check(node, node.value.cooked),
        }
      },
    },
  },
}

export default plugin

const CLOCKS = new Set(['Date.now', 'Math.random', 'crypto.randomUUID', 'performance.now'])
const CHANCE = new Set(['randomUUID'])

// Hex colours and colour functions; `#123` may also be an issue number, so three digits need a letter.
const RAW_COLOUR =
  /(?<![\w&])#(?:[\da-f]{8}|[\da-f]{6}|(?=\d*[a-f])[\da-f]{3,4})(?![\w-])|\b(?:rgb|hsl|oklch|lab|lch)a?\(/i

function memberName(node) {
  if (node.computed || node.object.type !== 'Identifier') return ''
  return `${node.object.name}.${node.property.name}`
}

function isName(node, name) {
  return node.type === 'Identifier' && node.name === name
}

function isConst(annotation) {
  return annotation.type === 'TSTypeReference' && isName(annotation.typeName, 'const')
}

function hiddenClock(name) {
  return `\`${name}\` hides time or chance from tests: take a \`Clock\` or \`Ids\`, made in \`main.ts\``
}

function linesWithComments(sourceCode) {
  const lines = new Set()
  for (const comment of sourceCode.getAllComments()) lines.add(comment.loc.start.line)
  return lines
}
