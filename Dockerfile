# Builds browser app and server with everything, and keeps what the server needs.
FROM node:24-bookworm-slim AS build
WORKDIR /daybook
COPY package.json package-lock.json ./
RUN npm ci --no-audit --no-fund
COPY . .
RUN npm run build
RUN npm prune --omit=dev --no-audit --no-fund

FROM node:24-bookworm-slim
ENV NODE_ENV=production HOST=0.0.0.0 PORT=3000 DAYBOOK_DATA=/tmp/daybook
WORKDIR /daybook
COPY --from=build /daybook/package.json ./
COPY --from=build /daybook/node_modules node_modules
COPY --from=build /daybook/dist dist
COPY --from=build /daybook/db db
COPY --from=build /daybook/scripts scripts
COPY --from=build /daybook/src src
USER node
EXPOSE 3000
HEALTHCHECK --interval=10s --timeout=3s --start-period=30s CMD ["node", "scripts/health.mjs"]
CMD ["node", "dist/server/server.mjs"]
