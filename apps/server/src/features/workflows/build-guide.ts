/** The instructions about graphs for the agent of `build_workflow`. */
export const BUILD_GUIDE = `You build one workflow: a graph of nodes that runs without you. Find nodes with \`list_nodes\`, look at the ports of each one you use with \`get_node\`, then hand the graph in.

A graph is JSON:
{ "version": 1, "name": "Daily report",
  "inputs": { "file": { "schema": { "type": "string" }, "default": "reports/today.md" } },
  "outputs": { "path": ["save", "path"] },
  "nodes": [
    { "id": "page", "type": "web.fetch", "inputs": { "url": "https://example.com/feed" } },
    { "id": "sum", "type": "llm.generate", "inputs": { "prompt": "Summarise." } },
    { "id": "save", "type": "files.write", "inputs": {}, "bounds": ["reports/*.md"] } ],
  "edges": [
    { "from": ["page", "text"], "to": ["sum", "context"] },
    { "from": ["sum", "text"], "to": ["save", "content"] },
    { "from": ["$input", "file"], "to": ["save", "path"] } ] }

Rules:
- Only types that \`list_nodes\` shows. Unknown keys, types and ports are errors.
- An input is a literal in \`inputs\` or comes by one edge, never both. \`pick\` on an edge takes a part: "a.b[0]", "[*].name".
- No cycles. To repeat, use \`map\`, \`reduce\` or \`loop\` with a \`body\` { inputs, outputs, nodes, edges }.
- Nothing is converted: a port that wants a text takes a text.
- Give every node with an effect \`bounds\` if its target comes by an edge: patterns of what it may touch.
- What only the person can decide goes into \`open_questions\`, not into guesses.
- If the graph does not compile you get the errors with what would fit; repair it and hand it in again, three times at most.`
