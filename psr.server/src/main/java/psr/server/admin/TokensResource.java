package psr.server.admin;

import java.time.Instant;
import java.util.List;
import java.util.Map;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.node.ObjectNode;
import psr.server.http.Access;
import psr.server.http.Answer;
import psr.server.http.Json;
import psr.server.http.ProblemException;
import psr.server.http.Request;
import psr.server.http.Resource;
import psr.server.http.Role;
import psr.server.http.Routes;
import psr.server.store.Sql;
import psr.server.store.Store;

/** {@code /api/v1/tokens}: tokens beside the owner's. Only hashes are stored; a token is shown once, when it is created. */
public final class TokensResource implements Resource {

    private static final int MOST = 1_000;
    private static final int LONGEST_NAME = 100;

    private record Token(String id, String name, String hash, Role role, Instant created) {}

    private final Store store;
    private final Access access;

    /** Creates the routes and admits the stored tokens. */
    public TokensResource(Store store, Access access) {
        this.store = store;
        this.access = access;
        for (Token token : tokens()) {
            access.add(token.hash(), new Access.Caller(token.name(), token.role()));
        }
    }

    private List<Token> tokens() {
        return store.now(sql -> sql.all(row -> new Token(row.getString("id"), row.getString("name"), row.getString("hash"),
                Role.valueOf(row.getString("role")), Sql.time(row, "created").orElseThrow()),
                "select * from tokens order by created, id"));
    }

    @Override
    public void addTo(Routes routes) {
        routes.add("GET", "/api/v1/tokens", Role.FULL, this::list);
        routes.post("/api/v1/tokens", this::make);
        routes.add("DELETE", "/api/v1/tokens/{id}", Role.FULL, this::remove);
    }

    @Override
    public Map<String, Long> limits() {
        return Map.of("tokens", (long) MOST, "token-name-characters", (long) LONGEST_NAME);
    }

    private Answer list(Request request) {
        return Answer.items(tokens().stream().map(TokensResource::json));
    }

    private static ObjectNode json(Token token) {
        return Json.object().put("id", token.id()).put("name", token.name())
                .put("role", Json.word(token.role())).put("created", token.created().toString());
    }

    private Answer make(Request request) throws Exception {
        ObjectNode asked = request.object("name", "role");
        String name = asked.path("name").asText("");
        if (name.isBlank() || name.length() > LONGEST_NAME || name.equals("owner")) {
            throw ProblemException
                    .malformed(
                            "the name of a token must have 1 to " + LONGEST_NAME + " characters and must not be 'owner'; found '"
                                    + name + "'");
        }
        Role role = role(asked.path("role"));
        String secret = Access.random();
        Token token = new Token(Access.random().substring(0, 12), name, Access.hash(secret), role, Instant.now());
        store.now(sql -> {
            if (sql.first(row -> row.getInt(1), "select count(*) from tokens").orElse(0) >= MOST) {
                throw ProblemException.conflict("at most " + MOST + " tokens are allowed; remove some");
            }
            if (sql.first(row -> 1, "select 1 from tokens where name = ?", name).isPresent()) {
                throw ProblemException.conflict("the name of a token must be unique; there is already one named '" + name + "'");
            }
            return sql.update("insert into tokens (id, name, hash, role, created) values (?, ?, ?, ?, ?)", token.id(),
                    token.name(),
                    token.hash(), token.role().name(), token.created());
        });
        access.add(token.hash(), new Access.Caller(name, role));
        return Answer.created("/api/v1/tokens/" + token.id(), json(token).put("token", secret));
    }

    private static Role role(JsonNode node) {
        Map<String, Role> roles = Json.words(Role.class);
        Role role = roles.get(node.asText("read"));
        if (role == null) {
            throw ProblemException.malformed("role must be one of " + String.join(", ", roles.keySet()) + "; found " + node);
        }
        return role;
    }

    private Answer remove(Request request) {
        String id = request.name("id");
        Token token = tokens().stream().filter(each -> each.id().equals(id)).findFirst()
                .orElseThrow(() -> ProblemException.missing("no token has the id " + id));
        store.now(sql -> sql.update("delete from tokens where id = ?", id));
        access.remove(token.hash());
        return Answer.done();
    }
}
