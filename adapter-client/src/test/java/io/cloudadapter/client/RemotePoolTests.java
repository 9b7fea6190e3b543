package io.cloudadapter.client;

import io.cloudadapter.api.MachinePool;
import java.io.IOException;
import java.util.List;
import java.util.Random;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;

/** A remote pool whose server is a fake, for tests of what the two exchange. */
abstract class RemotePoolTests {
  static final String TWO_MACHINES = """
      {"timestamp": "2013-11-07T13:50:00.000Z", "machines": [
        {"id": "i-123456", "machineState": "RUNNING", "serviceState": "IN_SERVICE",
         "launchtime": "2013-11-07T14:50:00.000+01:00",
         "publicIps": ["54.211.230.169"], "privateIps": ["10.122.122.69"],
         "metadata": {"scaling-group": "mygroup", "zone": "a", "size": "small",
                      "protected": "true", "cpus": 2, "gone": null}},
        {"id": "req-k-0", "machineState": "REQUESTED", "serviceState": "UNKNOWN",
         "launchtime": null, "publicIps": [], "privateIps": [], "metadata": null}]}
      """;
  static final String MISSING = "{\"timestamp\": \"2013-11-07T13:50:00Z\", \"machines\": []}";
  static final String DIRECTORY = """
      {"pools": [{"name": "web", "url": "/pools/web/pool", "default": true},
                 {"name": "db", "url": "/pools/db/pool", "default": false}]}
      """;

  static final String FIRST = "W/\"web-5a17-1\"";

  FakeServer server;
  final FakeWait waits = new FakeWait();

  @BeforeEach
  void open() throws IOException {
    server = new FakeServer().on("GET /pools", FakeServer.json(200, DIRECTORY));
  }

  @AfterEach
  void close() {
    server.close();
  }

  static String status(long revision, int desiredSize) {
    return """
        {"pool": "web", "status": "FROZEN", "timestamp": "2013-11-07T13:50:00Z", "revision": %d,
         "desiredSize": %d, "alarms": [{"code": "MASS_DISAPPEARANCE", "message": "4 are missing",
         "since": "2013-11-07T13:49:00Z"}]}
        """.formatted(revision, desiredSize);
  }

  RemotePools pools() {
    return RemotePools.at(server.address()).random(new Random(7)).waits(waits).build();
  }

  MachinePool pool() {
    return pools().defaultPool();
  }

  List<String> bodies() {
    return server.asked().stream()
        .filter(asked -> asked.line().startsWith("POST"))
        .map(FakeServer.Asked::body)
        .toList();
  }
}
