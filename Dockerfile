# One image for any number of server processes. Commands of the agent run in it: what it can reach is what you mount and allow.
FROM node:24-bookworm-slim AS build
WORKDIR /app
COPY package.json package-lock.json .npmrc tsconfig.base.json tsconfig.json ./
COPY packages ./packages
COPY apps ./apps
COPY scripts ./scripts
RUN npm ci && npm run build && npm prune --omit=dev

FROM node:24-bookworm-slim
RUN apt-get update \
  && apt-get install --yes --no-install-recommends ca-certificates git \
  && rm -rf /var/lib/apt/lists/* \
  && mkdir /data /workspace \
  && chown node:node /data /workspace
COPY --from=build /app /app
ENV NODE_ENV=production COUNTERSIGN_HOME=/data
USER node
WORKDIR /workspace
VOLUME ["/data"]
EXPOSE 4180
ENTRYPOINT ["node", "/app/apps/cli/bin/countersign.mjs"]
CMD ["/workspace", "--join", "--port", "4180"]
