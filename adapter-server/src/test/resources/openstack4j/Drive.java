import java.util.List;
import java.util.Map;
import java.util.concurrent.Callable;
import org.openstack4j.api.OSClient.OSClientV3;
import org.openstack4j.api.senlin.SenlinService;
import org.openstack4j.api.types.Facing;
import org.openstack4j.model.common.ActionResponse;
import org.openstack4j.model.common.Identifier;
import org.openstack4j.model.senlin.Cluster;
import org.openstack4j.model.senlin.Node;
import org.openstack4j.openstack.OSFactory;
import org.openstack4j.openstack.senlin.domain.SenlinClusterActionCreate;
import org.openstack4j.openstack.senlin.domain.SenlinPolicyCreate;

/**
 * Drives a server with openstack4j as its users do: signs in, finds the endpoint in the catalog, and prints one line
 * for each call. Takes the identity URL, the user and the password.
 */
public class Drive {
  private static void show(String call, Callable<Object> answer) {
    try {
      System.out.println(call + ": " + answer.call());
    } catch (Exception e) {
      System.out.println(call + ": FAILED: " + e.getClass().getSimpleName() + " " + e.getMessage());
    }
  }

  /** Its fault, where a deletion ends with one. */
  private static String ended(ActionResponse response) {
    return response.isSuccess() ? "ended" : response.getFault();
  }

  private static boolean resized(SenlinService senlin, Map<String, String> by) {
    return !senlin.cluster()
        .action("web", SenlinClusterActionCreate.build().resize(by).build())
        .getActionID()
        .isEmpty();
  }

  public static void main(String[] arguments) {
    Identifier domain = Identifier.byName("Default");
    OSClientV3 client = OSFactory.builderV3()
        .endpoint(arguments[0])
        .credentials(arguments[1], arguments[2], domain)
        .scopeToProject(Identifier.byName("cloudadapter"), domain)
        .authenticate();
    System.out.println("signed in: " + client.getToken().getUser().getName());
    SenlinService senlin = client.senlin();

    for (Facing facing : List.of(Facing.ADMIN, Facing.INTERNAL, Facing.PUBLIC)) {
      client.perspective(facing);
      show("clusters, " + facing, () -> senlin.cluster().list().stream().map(Cluster::getName).toList());
    }
    show("cluster", () -> {
      Cluster web = senlin.cluster().get("web");
      return web.getName() + " " + web.getMinSize() + " to " + web.getMaxSize();
    });
    show("scaled out", () -> !senlin.cluster()
        .action("web", SenlinClusterActionCreate.build().scaleOut(Map.of("count", "2")).build())
        .getActionID()
        .isEmpty());
    // The library's type for a resize has texts only, which the limits may be and the number may not.
    show("resized", () -> resized(senlin, Map.of("min_size", "2", "max_size", "10")));
    show("resized by a text", () -> resized(senlin, Map.of("adjustment_type", "EXACT_CAPACITY", "number", "5")));
    show("limits", () -> {
      Cluster web = senlin.cluster().get("web");
      return web.getMinSize() + " to " + web.getMaxSize();
    });
    show("nodes", () -> !senlin.node().list().isEmpty());
    show("node", () -> {
      Node node = senlin.node().list().get(0);
      return senlin.node().get(node.getId()).getId().equals(node.getId());
    });
    show("actions", () -> senlin.action().list().size());
    show("policies", () -> senlin.policy().list().stream().map(policy -> policy.getName()).toList());
    show("policy", () -> senlin.policy()
        .create(SenlinPolicyCreate.build()
            .name("in-by-two")
            .spec(Map.of(
                "type", "senlin.policy.scaling",
                "version", "1.0",
                "properties", Map.of(
                    "event", "CLUSTER_SCALE_IN",
                    "adjustment", Map.of("type", "CHANGE_IN_CAPACITY", "number", 2))))
            .build())
        .getType());
    show("bound", () -> senlin.clusterPolicy().list("web").size());
    show("policy deleted", () -> ended(senlin.policy().delete("in-by-two")));

    show("profiles", () -> senlin.profile().list());
    show("cluster deleted", () -> ended(senlin.cluster().delete("web")));

    String token = client.getToken().getId();
    show("token", () -> client.identity().tokens().get(token).getUser().getName());
    show("token deleted", () -> ended(client.identity().tokens().delete(token)));
    show("clusters afterwards", () -> senlin.cluster().list().size());
  }
}
